/** Quotes a word for a shell. */
export function quote(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function commandLine(...words: string[]): string {
  return ["carillon", ...words].map(quote).join(" ");
}
