/** Whether a text is a date that exists, like 2026-11-20, in the years 1 to 9999 (PostgreSQL has no year 0). */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // `Date` reads a day past the end of its month as a day of the next month.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
