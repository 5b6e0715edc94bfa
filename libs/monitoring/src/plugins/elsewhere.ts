import type { LaterPlugin } from '../domain/plugin.js';
import { http } from './http/http.plugin.js';
import type { Remote } from './http/remote.js';
import type { Evaluate } from './mapping/evaluate.js';
import { mapping } from './mapping/mapping.plugin.js';

/** The built-in plugins that do their work elsewhere. */
export function pluginsElsewhere(evaluate: Evaluate, remote: Remote): readonly LaterPlugin[] {
  return [mapping(evaluate), http(remote)];
}
