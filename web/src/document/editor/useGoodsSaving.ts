import { goodsDocuments } from '@tradehouse/contract';
import { documentKinds, showsChange } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { refreshDocuments } from '../refreshDocuments.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import type { OwnCurrency } from '../../control/currency.ts';
import { amountText } from '../../control/currency.ts';
import { goodsDraftFromReply, goodsFacts } from './goodsFacts.ts';
import { goToScanner, goToStart } from './goToStart.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import type { Defaults, Purpose } from '../form/start.ts';
import { loadGoodsFormStart } from '../form/start.ts';
import type { GoodsForm } from './useGoodsForm.ts';
import type { KeptDrafts } from '../form/useLocalDraft.ts';
import { useDocumentSaving } from '../form/useSaving.tsx';
import type { LineDraft } from '../draft/lineDraft.ts';
import { figuresOfLines } from '../settlement/useFigures.ts';
import { t } from '../../phrase/index.ts';
import type { CompletedSale } from './lastSale.tsx';

/** Checks for retail kinds: cash payment with change. */
export const isRetail = (code: GoodsKindCode): boolean =>
  documentKinds[code].amounts.includes('change');

interface SavingProps {
  readonly code: GoodsKindCode;
  readonly purpose: Purpose;
  readonly defaults: Defaults;
  readonly form: GoodsForm;
  /** Drafts stored in this browser. */
  readonly drafts: KeptDrafts<HeadDraft, LineDraft>;
  /** Runs after a retail sale; the form continues with the next sale. */
  readonly onSold: (sold: CompletedSale) => void;
}

/** Saves the form, then opens the saved document or, in series, the next form. */
export function useGoodsSaving({ code, purpose, defaults, form, drafts, onSold }: SavingProps) {
  const tabs = useTabActions();
  const phone = usePhone();
  const own = useSettings();
  const { timeZone } = own;
  const startOver = async (next: Purpose): Promise<void> =>
    form.restart(await loadGoodsFormStart(code, next, defaults, timeZone));
  return useDocumentSaving(form, {
    facts: goodsFacts(code, timeZone),
    draft: goodsDraftFromReply,
    read: () => callEndpoint(goodsDocuments.info, { id: form.head.id ?? '0' }).catch(() => null),
    onMine: ({ version }) => form.setHead({ version }),
    onTheirs: async ({ id }) => {
      drafts.setAside();
      await startOver({ open: 'edit', id });
    },
    onSaved: async (id, number, goOn) => {
      drafts.drop();
      await refreshDocuments();
      const sold = soldBy(form, id, number, own);
      if (sold !== null) onSold(sold);
      void getNotices().message.success(savedText(number, sold));
      if (goOn || (isRetail(code) && purpose.open === 'new')) {
        await startOver({ open: 'new' });
        if (phone) goToScanner();
        else goToStart(form);
      } else tabs.replace(`${documentKinds[code].url}/${id}`);
    },
  });
}

/** Returns the remaining tasks of a retail sale; null for other payments. */
function soldBy(
  { store, head, rules }: GoodsForm,
  id: string,
  number: string,
  own: OwnCurrency,
): CompletedSale | null {
  if (!isRetail(rules.kind)) return null;
  if (head.settlement.payment === 'prepaid') return { id, number, change: null };
  const { change } = figuresOfLines(store.values(), head.settlement, rules);
  const isShown = showsChange(documentKinds[rules.kind], change);
  return { id, number, change: isShown ? amountText(change.toFixed(), head.currency, own) : null };
}

/** Announces the save, and the change for cash payments. */
function savedText(number: string, sold: CompletedSale | null): string {
  const change = sold?.change ?? null;
  return change === null
    ? t('document.saved', { number })
    : t('document.savedChange', { number, change });
}
