import type { LaterPlugin } from '../domain/plugin.js';
import { http } from './http/http.plugin.js';
import type { Remote } from '../domain/remote-plugin.js';
import type { ExpressionSandbox } from '../domain/evaluation.js';
import { mapping } from './mapping/mapping.plugin.js';

/** The built-in plugins that do their work elsewhere. */
export function pluginsElsewhere(sandbox: ExpressionSandbox, remote: Remote): readonly LaterPlugin[] {
  return [mapping(sandbox), http(remote)];
}
