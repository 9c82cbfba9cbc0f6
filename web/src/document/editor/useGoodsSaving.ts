import { goodsDocuments } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { outdate } from '../../app/net/query.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import type { Own } from '../../control/currency.ts';
import { amountText } from '../../control/currency.ts';
import { goodsDraft, goodsFacts } from './goodsFacts.ts';
import { goToScanner, goToStart } from './goToStart.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import type { Defaults, Purpose } from '../form/start.ts';
import { startOf } from '../form/start.ts';
import type { GoodsForm } from './useGoodsForm.ts';
import type { KeptDrafts } from '../form/useLocalDraft.ts';
import { useSaving } from '../form/useSaving.tsx';
import type { LineDraft } from '../draft/lineDraft.ts';
import { figuresOfLines } from '../settlement/useFigures.ts';
import { t } from '../../phrase/index.ts';
import type { Sold } from './lastSale.tsx';

/** It is paid over the counter: there is change. */
export const isRetail = (code: GoodsKindCode): boolean =>
  documentKinds[code].amounts.includes('change');

interface SavingProps {
  readonly code: GoodsKindCode;
  readonly purpose: Purpose;
  readonly defaults: Defaults;
  readonly form: GoodsForm;
  /** What is kept of it in this browser. */
  readonly drafts: KeptDrafts<HeadDraft, LineDraft>;
  /** It was paid over the counter, and the form goes on with the next. */
  readonly onSold: (sold: Sold) => void;
}

/** Saves the form and goes on: to the saved document, or where one follows the other, to the next. */
export function useGoodsSaving({ code, purpose, defaults, form, drafts, onSold }: SavingProps) {
  const tabs = useTabs();
  const phone = usePhone();
  const own = useSettings();
  const { timeZone } = own;
  const startOver = async (next: Purpose): Promise<void> =>
    form.restart(await startOf(code, next, defaults, timeZone));
  return useSaving(form, {
    facts: goodsFacts(code, timeZone),
    draft: goodsDraft,
    read: () => call(goodsDocuments.info, { id: form.head.id ?? '0' }).catch(() => null),
    onMine: ({ version }) => form.setHead({ version }),
    onTheirs: async ({ id }) => {
      drafts.setAside();
      await startOver({ open: 'edit', id });
    },
    onSaved: async (id, number, goOn) => {
      drafts.drop();
      await outdate(['document'], ['list']);
      const sold = soldBy(form, id, number, own);
      if (sold !== null) onSold(sold);
      void notices().message.success(savedText(number, sold));
      if (goOn || (isRetail(code) && purpose.open === 'new')) {
        await startOver({ open: 'new' });
        if (phone) goToScanner();
        else goToStart(form);
      } else tabs.replace(`${documentKinds[code].url}/${id}`);
    },
  });
}

/** What a sale over the counter leaves to be done; null for what is paid otherwise. */
function soldBy(
  { store, head, rules }: GoodsForm,
  id: string,
  number: string,
  own: Own,
): Sold | null {
  if (!isRetail(rules.kind)) return null;
  if (head.settlement.payment === 'prepaid') return { id, number, change: null };
  const { change } = figuresOfLines(store.values(), head.settlement, rules);
  return { id, number, change: amountText(change.toFixed(), head.currency, own) };
}

/** Says that it is saved; where cash is handed over also what is to be given back. */
function savedText(number: string, sold: Sold | null): string {
  const change = sold?.change ?? null;
  return change === null
    ? t('document.saved', { number })
    : t('document.savedChange', { number, change });
}
