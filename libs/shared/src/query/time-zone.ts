import { invalidQuery } from './invalid-query.js';

/**
 * The three-letter names of the IANA database, with the names that PostgreSQL gets instead: it reads most of them as an
 * abbreviation, a fixed offset without daylight saving. Other abbreviations mean something else to PostgreSQL than to ICU.
 */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  EST: 'EST',
  GMT: 'GMT',
  HST: 'HST',
  MET: 'Europe/Brussels',
  MST: 'MST',
  PRC: 'Asia/Shanghai',
  ROC: 'Asia/Taipei',
  ROK: 'Asia/Seoul',
  UCT: 'UTC',
  UTC: 'UTC',
  WET: 'Europe/Lisbon',
};

/** @returns the name of the zone in PostgreSQL */
export function parseTimeZone(zone: unknown, place: string): string {
  if (zone === undefined || zone === null) return 'UTC';
  const postgresZone = typeof zone === 'string' ? toPostgresZone(zone) : undefined;
  if (postgresZone === undefined) throw invalidQuery(place, 'must be an IANA time zone, like Europe/Berlin');
  return postgresZone;
}

function toPostgresZone(name: string): string | undefined {
  if (/^[A-Z]{3}$/i.test(name)) return ABBREVIATIONS[name.toUpperCase()];
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return name;
  } catch {
    return undefined;
  }
}
