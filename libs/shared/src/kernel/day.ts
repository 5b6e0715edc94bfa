/** A day that there is, like 2026-11-20, in the years that PostgreSQL knows. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // Those past the end of their month are read as days of the next.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
