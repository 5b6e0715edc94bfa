import type { AsyncPlugin } from './plugin-api/plugin.js';
import { createHttpPlugin } from './systems/http/plugin.js';
import type { RemotePluginClient } from './plugin-api/remote-plugin.js';
import type { ExpressionSandbox } from './plugin-api/evaluation.js';
import { createMappingPlugin } from './systems/mapping/plugin.js';

/** Returns the built-in plugins that parse outside this process. */
export function createAsyncPlugins(
  sandbox: ExpressionSandbox,
  remote: RemotePluginClient,
): readonly AsyncPlugin[] {
  return [createMappingPlugin(sandbox), createMappingPlugin(sandbox, '0.2'), createHttpPlugin(remote)];
}
