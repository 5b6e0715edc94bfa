/** What one delivery may become. Its body is bounded, but a plugin may copy a part of it into each of its alarms. */
export const DELIVERY_TERMS = {
  mostAlarms: 10_000,
  /** Characters of all its alarms as they are stored, for each byte of its body; but so many in any case. */
  charactersPerByte: 16,
  characters: 4 * 1024 * 1024,
} as const;
