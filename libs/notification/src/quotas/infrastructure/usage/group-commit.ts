interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What arrives while a group is under way goes into the next one. There is no timer: an idle service works on one
 * request at once, a busy one on many for each time the disk is waited for.
 */
export class GroupCommit<Request, Answer> {
  private waiting: Waiting<Request, Answer>[] = [];
  private underWay = 0;

  /** @param work answers a group, in its order; an `Error` among the answers rejects its own request only */
  constructor(
    private readonly work: (group: readonly Request[]) => Promise<readonly (Answer | Error)[]>,
    private readonly limits: { readonly atOnce: number; readonly perGroup: number },
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  add(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject });
      if (this.underWay >= this.limits.atOnce) return;
      this.underWay += 1;
      // After the requests of this turn of the event loop, so that they share the group.
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, this.limits.perGroup);
      try {
        const answers = await this.work(group.map(({ request }) => request));
        group.forEach(({ resolve, reject }, at) => {
          const answer = answers[at] as Answer | Error;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.underWay -= 1;
  }
}
