export interface UpgradeCandidate {
  readonly webhook_id: string;
  readonly domain_id: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
}

export abstract class PluginUpgrades {
  /** Tells the others which versions this worker has, as `plugin_id version`. To be called every few seconds. */
  abstract announce(workerId: string, versions: readonly string[]): Promise<void>;

  /** Removes the versions of this worker: it stops. */
  abstract withdraw(workerId: string): Promise<void>;

  /** Of these versions those that every live worker has. */
  abstract haveAll(versions: readonly string[]): Promise<readonly string[]>;

  /**
   * AUTO webhooks whose plugin is in `latest` (version by plugin) but which run another version, each given to one
   * caller only and not again before a while is over.
   */
  abstract claim(latest: ReadonlyMap<string, string>, limit: number): Promise<readonly UpgradeCandidate[]>;

  /** Records why the webhook stays; shown with it. */
  abstract hold(candidate: UpgradeCandidate, version: string, reason: string): Promise<void>;

  /** Removes that record: the webhook was moved. */
  abstract release(webhook_id: string): Promise<void>;
}
