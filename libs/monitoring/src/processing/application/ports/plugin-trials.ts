import type { Trial } from '../../domain/trial.js';

export abstract class PluginTrials {
  /**
   * Lets a plugin read a delivery where nothing else is lost when it ends its process.
   * @returns how it ended it; `undefined` where it did not, or where this cannot be tried
   */
  abstract endOf(trial: Trial): Promise<string | undefined>;
}
