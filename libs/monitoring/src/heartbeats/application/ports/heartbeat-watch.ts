/** A webhook of which heartbeats are missing. */
export interface Judged {
  readonly webhook_uuid: string;
  readonly names: readonly string[];
}

export abstract class HeartbeatWatch {
  /**
   * Whether there is anything to do: heartbeats are due, or have to be put off because deliveries are accepted again
   * after a gap. One indexed statement. Nothing is ever due while it is not known that all pings are heard.
   */
  abstract look(): Promise<{ readonly isBack: boolean; readonly isDue: boolean }>;

  /** Gives every heartbeat its whole time again, counted from when deliveries began to be accepted. */
  abstract putOff(): Promise<void>;

  /**
   * Takes up to so many that are due, each once whoever asks, and writes to the log of their webhooks that they are
   * missing: it is so unless a ping was accepted before. Those of a webhook whose deliveries wait are put off.
   * @returns what was written, and how many were taken
   */
  abstract judge(limit: number): Promise<{ readonly taken: number; readonly missing: readonly Judged[] }>;
}
