/** Limits of what is parsed out of one delivery. The body is limited, but a plugin may copy a part of it into each alarm. */
export const DELIVERY_LIMITS = {
  maxAlarms: 10_000,
  /** Fields that `auto` reads of senders that it does not recognise: each takes some 20 microseconds. */
  maxGuessedFields: 30_000,
  /** Fields in which `auto` looks for alarms. */
  maxSearchedFields: 100_000,
  /** All alarms of a delivery together may have this many characters for each byte of the body, within these limits. */
  maxCharactersPerByte: 16,
  alwaysAllowedCharacters: 4 * 1024 * 1024,
  /** 10,000 alerts of Alertmanager in 8 MiB have 20 Mi characters. */
  maxCharacters: 32 * 1024 * 1024,
} as const;
