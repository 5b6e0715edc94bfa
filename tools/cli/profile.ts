import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './explain.js';

export interface Profile {
  readonly url?: string;
  readonly key?: string;
  readonly domain?: string;
}

const FIELDS = ['url', 'key', 'domain'];

export const profilePath = (env: NodeJS.ProcessEnv): string =>
  env['TOCSIN_PROFILE'] ||
  join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tocsin', 'profile.json');

/**
 * Reads the profile; a missing one counts as empty.
 * @param isExplicit whether the user named the file: then it must exist
 * @throws UsageError
 */
export function readProfile(path: string, isExplicit: boolean): Profile {
  let mode: number;
  try {
    ({ mode } = statSync(path));
  } catch {
    if (isExplicit) throw new UsageError(`the profile ${path} does not exist`);
    return {};
  }
  if ((mode & 0o077) !== 0)
    throw new UsageError(`other users can read the profile ${path} and the key in it: run chmod 600 ${path}`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new UsageError(`the profile ${path} is not JSON like {"url": "…", "key": "…", "domain": "…"}`);
  }
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const invalid = entries.find(([name, text]) => !FIELDS.includes(name) || typeof text !== 'string');
  if (invalid !== undefined || entries.length === 0)
    throw new UsageError(
      `the profile ${path} may contain only the fields ${FIELDS.join(', ')}, with text values, and at least one of them`,
    );
  return Object.fromEntries(entries) as Profile;
}
