export interface UpgradeCandidate {
  readonly webhook_id: string;
  readonly domain_id: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
}

export abstract class PluginUpgrades {
  /** Announces the plugin versions of this worker, as `plugin_id version`. Must be called every few seconds. */
  abstract announce(workerId: string, versions: readonly string[]): Promise<void>;

  /** Removes the announcement of this worker, when it stops. */
  abstract withdraw(workerId: string): Promise<void>;

  /** Returns those of the versions that every live worker has. */
  abstract findCommonVersions(versions: readonly string[]): Promise<readonly string[]>;

  /**
   * Returns AUTO webhooks whose plugin is in `latest` (version by plugin) and that run another version. Each is given to one
   * caller only, and again only after a while.
   */
  abstract claim(latest: ReadonlyMap<string, string>, limit: number): Promise<readonly UpgradeCandidate[]>;

  /** Records why the webhook was not upgraded. The reason is shown with the webhook. */
  abstract recordFailure(candidate: UpgradeCandidate, version: string, reason: string): Promise<void>;

  /** Removes that record, after the webhook was upgraded. */
  abstract removeFailure(webhook_id: string): Promise<void>;
}
