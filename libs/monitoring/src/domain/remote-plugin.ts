/** Where a remote plugin is and what proves who asks it. */
export interface RemoteOptions {
  readonly url: string;
  readonly secret: string;
  readonly timeout_ms?: number;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly text: string;
}

/** The way to remote plugins: signed, guarded, bounded. */
export interface Remote {
  /**
   * Posts JSON to a path below the plugin's address.
   * @param id the same for what is asked again
   * @throws PluginUnavailableError when there is no answer; Error for one that is too long
   */
  post(options: RemoteOptions, path: 'parse' | 'verify', id: string, json: string): Promise<RemoteAnswer>;
  /** Why this address is not to be asked; `undefined` when it may be. */
  refusal(url: string): Promise<string | undefined>;
}
