// Runs before the first paint, so that whoever chose a theme never sees the other one flash by.
try {
  const chosen = localStorage.getItem("carillon.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; the system's preference holds then.
}
