import type { SandboxRun } from '../../domain/sandbox-run.js';

export abstract class PluginSandbox {
  /**
   * Lets a plugin read a delivery where nothing else is lost when it ends its process.
   * @returns how it ended it; `undefined` where it did not, or where this cannot be tried
   */
  abstract crashOf(run: SandboxRun): Promise<string | undefined>;
}
