import { getNotices } from '../../app/notices.ts';
import { settingsNow } from '../../app/settings/settings.ts';
import { amountText } from '../../control/currency.ts';
import { t } from '../../phrase/index.ts';

/** Customer over the credit limit; amounts are null without permission. */
interface OverCreditCustomer {
  readonly name: string;
  readonly owed: string | null;
  readonly limit: string | null;
}

function toOverCreditText({ name, owed, limit }: OverCreditCustomer): string {
  const own = settingsNow();
  return owed === null || limit === null || own === undefined
    ? t('document.overCreditHidden', { name })
    : t('document.overCredit', {
        name,
        owed: amountText(owed, null, own),
        limit: amountText(limit, null, own),
      });
}

/** Seconds; longer than other notices, because several entries may need reading. */
const LONG = 15;

/**
 * Warns of customers over their credit limit after a sale: a single customer in a message, several in a
 * notice.
 */
export function warnOverCredit(over: readonly OverCreditCustomer[]): void {
  const [first, ...others] = over;
  if (first === undefined) return;
  if (others.length === 0) getNotices().message.warning(toOverCreditText(first));
  else
    getNotices().notification.warning({
      title: t('document.overCreditOf', { n: over.length }),
      description: over.map(toOverCreditText).join('\n'),
      duration: LONG,
    });
}
