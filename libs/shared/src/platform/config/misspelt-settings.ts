import { distance } from '../../kernel/nearest.js';
import { settings } from './settings.js';

export interface MisspeltSetting {
  readonly name: string;
  /** The setting that it was probably meant to be. */
  readonly meant: string;
}

/** Where one more or less makes another word. */
const SHORT_NAME = 8;

/** Variables that are no setting and nearly have the name of one: what they say is not heard. */
export function misspeltSettings(env: NodeJS.ProcessEnv): readonly MisspeltSetting[] {
  const known = Object.keys(settings);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const plain = name.toUpperCase().replace(/^TOCSIN_/, '');
    const meant = known.find((setting) => distance(plain, setting) <= tolerance(setting));
    return meant === undefined || env[meant] !== undefined ? [] : [{ name, meant }];
  });
}

const tolerance = ({ length }: string): number => (length < SHORT_NAME ? 1 : 2);
