/** In the order of `Date.getUTCDay`, but beginning with Monday. */
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Returns each of these days once, in the order of the week. What is no day is left out. */
export const sortWeekdays = (days: readonly string[]): readonly Weekday[] =>
  WEEKDAYS.filter((day) => days.includes(day));
