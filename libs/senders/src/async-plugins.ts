import type { AsyncPlugin } from './plugin-api/plugin.js';
import { http } from './systems/http/plugin.js';
import type { Remote } from './plugin-api/remote-plugin.js';
import type { ExpressionSandbox } from './plugin-api/evaluation.js';
import { mapping } from './systems/mapping/plugin.js';

/** The built-in plugins that do their work elsewhere. */
export function asyncPlugins(sandbox: ExpressionSandbox, remote: Remote): readonly AsyncPlugin[] {
  return [mapping(sandbox), http(remote)];
}
