import type { AsyncPlugin } from './plugin-api/plugin.js';
import { http } from './systems/http/plugin.js';
import type { Remote } from './plugin-api/remote-plugin.js';
import type { ExpressionSandbox } from './plugin-api/evaluation.js';
import { mapping } from './systems/mapping/plugin.js';

/** Returns the built-in plugins that parse outside this process. */
export function asyncPlugins(sandbox: ExpressionSandbox, remote: Remote): readonly AsyncPlugin[] {
  return [mapping(sandbox), http(remote)];
}
