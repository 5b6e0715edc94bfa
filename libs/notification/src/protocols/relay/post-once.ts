import type { AttemptResult } from '../protocol.js';

/** Posts that are remembered. */
const MOST = 10_000;

interface Post {
  readonly result: Promise<AttemptResult>;
  /** Those that it was made for. */
  readonly notifications: Set<string>;
}

/**
 * One post for all notifications that mean the same: the first makes it, the others take its outcome, and those that come
 * later find it sent. It is known to this process only.
 */
export class PostOnce {
  private readonly posts = new Map<string, Post>();

  /** A notification that asks again, because it is resent, is posted again. */
  async make(
    key: string,
    notification_id: string,
    post: () => Promise<AttemptResult>,
  ): Promise<AttemptResult> {
    const made = this.posts.get(key);
    if (made !== undefined && !made.notifications.has(notification_id)) {
      made.notifications.add(notification_id);
      return shared(await made.result);
    }
    const own = { result: post(), notifications: new Set([notification_id]) };
    this.remember(key, own);
    const isSent = await own.result.then(
      ({ verdict }) => verdict.outcome === 'sent',
      () => false,
    );
    if (!isSent && this.posts.get(key) === own) this.posts.delete(key);
    return own.result;
  }

  private remember(key: string, post: Post): void {
    this.posts.delete(key);
    this.posts.set(key, post);
    if (this.posts.size <= MOST) return;
    const [oldest] = this.posts.keys();
    if (oldest !== undefined) this.posts.delete(oldest);
  }
}

/** Of a post that another notification made. */
function shared({ verdict, status, answer }: AttemptResult): AttemptResult {
  if (verdict.outcome === 'sent') {
    const reason = 'its delivery was sent with another notification';
    return { verdict: { outcome: 'skipped', as: 'SENT', reason }, status, answer };
  }
  if (verdict.outcome !== 'retry') return { verdict, status, answer };
  return { verdict: { ...verdict, nothingLeft: true }, status, answer };
}
