const AT_ONCE = 500;
const MOST_WAITING = 10_000;

/** @returns by digest (base64) what is there */
type Read<Key> = (digests: readonly Buffer[]) => Promise<ReadonlyMap<string, Key>>;
type Waiter<Key> = PromiseWithResolvers<Key | undefined> & { readonly digest: Buffer };

/**
 * Asks the database for keys, one question at a time: those who come while one is under way share the next. So a flood of
 * wrong keys is no flood of queries, takes one connection, and a valid key among them waits for two questions at most.
 */
export class KeyLookup<Key> {
  private waiting: Waiter<Key>[] = [];
  private busy = false;

  constructor(
    private readonly read: Read<Key>,
    private readonly overfull: () => Error,
  ) {}

  /** What is read began to be read after the call. @throws what reading does, and when too many wait */
  find(digest: Buffer): Promise<Key | undefined> {
    if (this.waiting.length >= MOST_WAITING) return Promise.reject(this.overfull());
    const waiter = { ...Promise.withResolvers<Key | undefined>(), digest };
    this.waiting.push(waiter);
    if (!this.busy) void this.askAll();
    return waiter.promise;
  }

  private async askAll(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) {
      const asked = this.waiting.splice(0, AT_ONCE);
      try {
        const found = await this.read(asked.map(({ digest }) => digest));
        for (const { digest, resolve } of asked) resolve(found.get(digest.toString('base64')));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.busy = false;
  }
}
