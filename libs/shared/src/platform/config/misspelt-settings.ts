import { editDistance } from '../../kernel/find-nearest.js';
import { settings } from './settings.js';

export interface MisspeltSetting {
  readonly name: string;
  /** The setting that was probably meant. */
  readonly meant: string;
}

/** In a name shorter than this, only one character may differ: with two, it would be another word. */
const SHORT_NAME_LENGTH = 8;

/** Returns variables whose name nearly is the name of a setting. They would be ignored silently. */
export function findMisspeltSettings(env: NodeJS.ProcessEnv): readonly MisspeltSetting[] {
  const known = Object.keys(settings);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const plain = name.toUpperCase().replace(/^TOCSIN_/, '');
    const meant = known.find((setting) => editDistance(plain, setting) <= getTolerance(setting));
    return meant === undefined || env[meant] !== undefined ? [] : [{ name, meant }];
  });
}

const getTolerance = ({ length }: string): number => (length < SHORT_NAME_LENGTH ? 1 : 2);
