import { documentKinds, toPlainDecimal } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import type { PartnerChoice } from '../../control/references.tsx';
import type { HeadDraft } from './headDraft.ts';
import { agreedWith } from './paymentTerms.ts';
import { decimalFromDraft } from './priced.ts';

/** Returns the head fields that follow from a partner, or from none. */
export function partnerHead(
  kind: GoodsKindCode,
  { settlement }: Pick<HeadDraft, 'settlement'>,
  choice: PartnerChoice | null,
) {
  const [cash, bonus] = [
    decimalFromDraft(choice?.prepayment ?? ''),
    decimalFromDraft(choice?.bonus ?? ''),
  ];
  const usable = documentKinds[kind].prepaid && cash.plus(bonus).gt(0);
  return {
    partnerId: choice?.id ?? null,
    partnerName: choice?.name ?? '',
    prepayment: usable ? toPlainDecimal(cash.plus(bonus)) : '',
    bonus: usable && bonus.gt(0) ? toPlainDecimal(bonus) : '',
    paymentKind: null,
    dueOn: null,
    agreed: agreedWith(choice),
    settlement: { ...settlement, payment: usable ? 'prepaid' : 'now', prepaid: null },
  } as const satisfies Partial<HeadDraft>;
}
