import type { LaterPlugin } from '../domain/plugin.js';
import { http } from './http/http.plugin.js';
import type { Remote } from '../domain/remote-plugin.js';
import type { Evaluate } from '../domain/evaluation.js';
import { mapping } from './mapping/mapping.plugin.js';

/** The built-in plugins that do their work elsewhere. */
export function pluginsElsewhere(evaluate: Evaluate, remote: Remote): readonly LaterPlugin[] {
  return [mapping(evaluate), http(remote)];
}
