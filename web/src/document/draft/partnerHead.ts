import { documentKinds, plain } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import type { PartnerChoice } from '../../control/references.tsx';
import type { HeadDraft } from './headDraft.ts';
import { agreedWith } from './paymentTerms.ts';
import { numberOf } from './priced.ts';

/** What the head of a document says once it is of a partner, or of none. */
export function partnerHead(
  kind: GoodsKindCode,
  { settlement }: Pick<HeadDraft, 'settlement'>,
  choice: PartnerChoice | null,
) {
  const [cash, bonus] = [numberOf(choice?.prepayment ?? ''), numberOf(choice?.bonus ?? '')];
  const usable = documentKinds[kind].prepaid && cash.plus(bonus).gt(0);
  return {
    partnerId: choice?.id ?? null,
    partnerName: choice?.name ?? '',
    prepayment: usable ? plain(cash.plus(bonus)) : '',
    bonus: usable && bonus.gt(0) ? plain(bonus) : '',
    paymentKind: null,
    dueOn: null,
    agreed: agreedWith(choice),
    settlement: { ...settlement, payment: usable ? 'prepaid' : 'now', prepaid: null },
  } as const satisfies Partial<HeadDraft>;
}
