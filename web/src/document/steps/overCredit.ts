import { notices } from '../../app/notices.ts';
import { settingsNow } from '../../app/settings/settings.ts';
import { amountText } from '../../control/currency.ts';
import { t } from '../../phrase/index.ts';

/** A customer that owes more than it may; the amounts are null to who may not see them. */
interface OverCredit {
  readonly name: string;
  readonly owed: string | null;
  readonly limit: string | null;
}

function said({ name, owed, limit }: OverCredit): string {
  const own = settingsNow();
  return owed === null || limit === null || own === undefined
    ? t('document.overCreditHidden', { name })
    : t('document.overCredit', {
        name,
        owed: amountText(owed, null, own),
        limit: amountText(limit, null, own),
      });
}

/** Longer than other notices: there may be several to read. In seconds. */
const LONG = 15;

/** Says which customers owe more than they may after a sale: one in a line at the top, several in a notice. */
export function warnOverCredit(over: readonly OverCredit[]): void {
  const [first, ...others] = over;
  if (first === undefined) return;
  if (others.length === 0) notices().message.warning(said(first));
  else
    notices().notification.warning({
      title: t('document.overCreditOf', { n: over.length }),
      description: over.map(said).join('\n'),
      duration: LONG,
    });
}
