import { isRemarkSql } from '../../protocols/domain/remarks.js';

/** The JSON path of attempts without an answer that may have arrived all the same. */
export const UNCLEAR_ATTEMPT =
  '$[*] ? (@.status == null && !(@.error like_regex "cannot be (reached|used)"))';

/**
 * A condition on `n`, a notification: the receiver was told the state that it reports, or will be before anything that follows. An attempt without a
 * response may have arrived.
 */
export const buildToldCondition = (n: string): string =>
  `(not ${isRemarkSql(n)} and (${n}.state in ('SENT', 'PENDING', 'HELD')
    or ${n}.state = 'FAILED' and ${n}.attempts @? '${UNCLEAR_ATTEMPT}'))`;
