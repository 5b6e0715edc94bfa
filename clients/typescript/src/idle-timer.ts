/** Ends a connection on which no data arrives, because a broken network does not close connections. */
export class IdleTimer {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ms: number) {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Returns a copy of the response that restarts the timer with every chunk of its body, and is closed when `signal` is
   * aborted. The signal of its request does not suffice: once the request is garbage, `fetch` no longer listens to it.
   */
  watch(response: Response, signal: AbortSignal): Response {
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          this.restart();
          controller.enqueue(chunk);
        },
      }),
      { signal },
    );
    return new Response(body, response);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private restart(): void {
    this.stop();
    const reason = `nothing arrived for ${this.ms / 1_000} seconds`;
    this.timer = setTimeout(() => this.controller.abort(new Error(reason)), this.ms);
  }
}
