export class Mutex {
  private tail: Promise<void> = Promise.resolve();

  /** @returns the function that releases the lock */
  async lock(): Promise<() => void> {
    const previous = this.tail;
    let unlock: () => void = () => undefined;
    this.tail = new Promise((resolve) => (unlock = resolve));
    await previous;
    return unlock;
  }
}

/** A lock for each key. Those who wait for it get it in their order. */
export class KeyedMutex {
  private readonly locks = new Map<string, { readonly mutex: Mutex; users: number }>();

  /** Runs the function while nobody else runs one with this key. */
  async run<Result>(key: string, execute: () => Promise<Result>): Promise<Result> {
    const lock = this.locks.get(key) ?? { mutex: new Mutex(), users: 0 };
    this.locks.set(key, lock);
    lock.users += 1;
    const unlock = await lock.mutex.lock();
    try {
      return await execute();
    } finally {
      unlock();
      lock.users -= 1;
      if (lock.users === 0) this.locks.delete(key);
    }
  }
}
