import type { ComponentType } from "preact";
import { api } from "./api/calls.ts";
import type { ZoneMode } from "./core/time.ts";
import { CronLab } from "./pages/cron.tsx";
import { LettersPage } from "./pages/letters.tsx";
import { NowPage } from "./pages/now.tsx";
import { RunPage } from "./pages/run.tsx";
import { RunsPage } from "./pages/runs.tsx";
import { SchedulePage } from "./pages/schedule.tsx";
import { SchedulesPage } from "./pages/schedules.tsx";
import { WorkersPage } from "./pages/workers.tsx";
import { Dialogs } from "./ui/dialog.tsx";
import { FreshnessLine } from "./ui/freshness.tsx";
import { Icon, type IconName } from "./ui/icon.tsx";
import { help, nextTheme } from "./ui/keys.tsx";
import { Link, route } from "./ui/navigation.tsx";
import { Empty, Head } from "./ui/parts.tsx";
import { useQuery } from "./ui/query.ts";
import { theme, zoneMode } from "./ui/settings.ts";
import { Toasts } from "./ui/toast.tsx";

const PAGES: Record<string, ComponentType> = {
  "/": NowPage,
  "/schedules": SchedulesPage,
  "/schedule": SchedulePage,
  "/runs": RunsPage,
  "/run": RunPage,
  "/letters": LettersPage,
  "/workers": WorkersPage,
  "/cron": CronLab,
};

interface Place {
  to: string;
  word: string;
  icon: IconName;
  also?: string;
  /** For narrow screens. */
  short?: string;
}

const PLACES: readonly Place[] = [
  { to: "/", word: "Now", icon: "pulse" },
  { to: "/schedules", word: "Schedules", icon: "calendar", also: "/schedule" },
  { to: "/runs", word: "Runs", icon: "list", also: "/run" },
  { to: "/letters", word: "Dead letters", short: "Letters", icon: "inbox" },
  { to: "/workers", word: "Workers", icon: "server" },
  { to: "/cron", word: "Cron lab", icon: "flask" },
];

export function App() {
  const Page = PAGES[route.value.path] ?? NoSuchPage;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="shell">
        <Side />
        <div class="main">
          <Bar />
          <main id="content" tabIndex={-1}>
            <Page key={route.value.path} />
          </main>
        </div>
      </div>
      <Dialogs />
      <Toasts />
    </>
  );
}

function Side() {
  const { path } = route.value;
  const health = useQuery("health", api.health, ["run", "schedule", "worker", "dead-letter"], 5_000);
  const needs = health.data.value?.needs ?? 0;
  return (
    <aside class="side">
      <Link to="/" class="brand" aria-label="Carillon, to the first page">
        <span class="brand-mark">
          <Icon name="bell" size={18} />
        </span>
        <span class="brand-word">Carillon</span>
      </Link>
      <nav aria-label="Pages">
        {PLACES.map(({ to, word, short, icon, also }) => (
          <Link key={to} to={to} aria-current={path === to || path === also ? "page" : undefined}>
            <Icon name={icon} size={17} />
            <span class="nav-word">{word}</span>
            {short && <span class="nav-short">{short}</span>}
            {to === "/" && needs > 0 && (
              <span class="nav-count" title="problems that need you">
                {needs}
                <span class="unseen"> problems that need you</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
      <p class="side-foot">{health.data.value ? `Carillon ${health.data.value.version}` : ""}</p>
    </aside>
  );
}

function Bar() {
  const icon: IconName = theme.value === "auto" ? "auto" : theme.value === "light" ? "sun" : "moon";
  return (
    <header class="topbar">
      <FreshnessLine />
      <label class="zone" title="Zone of all times on the page (z)">
        <span class="unseen">Times in</span>
        <Icon name="clock" size={14} />
        <select
          value={zoneMode.value}
          onChange={(event) => {
            zoneMode.value = event.currentTarget.value as ZoneMode;
          }}
        >
          <option value="schedule">Schedule zone</option>
          <option value="mine">My zone</option>
          <option value="utc">UTC</option>
        </select>
      </label>
      <button
        type="button"
        class="ghost square"
        aria-label={`Theme: ${theme.value}`}
        title="Theme (t)"
        onClick={nextTheme}
      >
        <Icon name={icon} />
      </button>
      <button
        type="button"
        class="ghost square"
        aria-label="Keyboard help"
        title="Keyboard help (?)"
        onClick={help}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}

function NoSuchPage() {
  return (
    <>
      <Head title="Nothing here" />
      <Empty title="There is no such page." text={<Link to="/">Back to the first page</Link>} />
    </>
  );
}
