import type { AttemptResult } from '../protocol.js';

/** The maximum number of posts that are remembered. */
const MAX_POSTS = 10_000;

interface Post {
  /** Without the response once it is sent: so many responses would fill the memory. */
  result: Promise<AttemptResult>;
  /** The notifications that the post stands for. */
  readonly notifications: Set<string>;
}

/**
 * Makes one post for several notifications with the same content. The first makes it, concurrent ones share its outcome, and
 * later ones find it sent. Each process remembers only its own posts.
 */
export class PostDeduplicator {
  private readonly posts = new Map<string, Post>();

  /**
   * Posts, or shares an earlier post of another notification. A notification that posted before, and is resent, posts again.
   */
  async postOnce(
    key: string,
    notification_id: string,
    post: () => Promise<AttemptResult>,
  ): Promise<AttemptResult> {
    const earlier = this.posts.get(key);
    if (earlier !== undefined && !earlier.notifications.has(notification_id)) {
      earlier.notifications.add(notification_id);
      return toSharedResult(await earlier.result);
    }
    const result = post();
    const current: Post = { result, notifications: new Set([notification_id]) };
    this.remember(key, current);
    const isSent = await result.then(
      ({ verdict }) => verdict.outcome === 'sent',
      () => false,
    );
    if (isSent) current.result = result.then(({ verdict, status }) => ({ verdict, status, answer: null }));
    else if (this.posts.get(key) === current) this.posts.delete(key);
    return result;
  }

  private remember(key: string, post: Post): void {
    this.posts.delete(key);
    this.posts.set(key, post);
    if (this.posts.size <= MAX_POSTS) return;
    const [oldest] = this.posts.keys();
    if (oldest !== undefined) this.posts.delete(oldest);
  }
}

/** Returns the result for a notification whose post another one made. */
function toSharedResult({ verdict, status, answer }: AttemptResult): AttemptResult {
  if (verdict.outcome === 'sent') {
    const reason = 'its delivery was sent with another notification';
    return { verdict: { outcome: 'skipped', as: 'SENT', reason }, status, answer };
  }
  if (verdict.outcome !== 'retry') return { verdict, status, answer };
  return { verdict: { ...verdict, isFree: true }, status, answer };
}
