import { plainLine } from '@tradehouse/contract';
import { ZERO, sum } from '@tradehouse/domain';
import type { Decimal, LedgerPurse, MoneyLine } from '@tradehouse/domain';
import { orRefuseMissing } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { DraftBeginning, DocumentDraft } from '../draft/draft.ts';
import { toDraftHead } from '../draft/head.ts';
import { toDocumentTerms } from '../draft/terms.ts';
import { readReferences } from '../store/references.ts';
import type { References } from '../store/references.ts';
import { headComesLast, insertDocuments } from '../store/write.ts';
import { persistAndPost } from './bringIn.ts';
import { withId } from './save.ts';

const kind = 'revaluation' as const;

/** Change of the value of a purse, in company currency; above zero a gain. */
export interface RevaluedValue {
  readonly purse: LedgerPurse;
  readonly amount: Decimal;
}

interface RevaluationPosting {
  /** Instant on the day of the posting. */
  readonly time: string;
  readonly subject: string;
  readonly remark: string;
  readonly values: readonly RevaluedValue[];
}

/** Posts changed values of open items by a document of its own; refuses closed days. */
export async function postRevaluation(
  context: Context,
  posting: RevaluationPosting,
): Promise<string> {
  const references = await readReferences(context, {
    isNew: true,
    time: posting.time,
    partnerId: null,
    barcodes: [],
    accountIds: [],
    warehouseIds: [],
    personIds: [],
    itemIds: [],
  });
  const added = withId(toRevaluationDraft(context, posting, references), references);
  const [saved] = await persistAndPost(
    context,
    [{ after: added.stored, before: null }],
    references,
    () => insertDocuments(context, [added], headComesLast),
  );
  return orRefuseMissing(saved).id;
}

function toRevaluationDraft(
  { scope }: Context,
  { subject, remark, values }: RevaluationPosting,
  references: References,
): DocumentDraft {
  const beginning: DraftBeginning = { before: null, known: new Map(), nextLine: 1 };
  const { userId: creatorId, institutionId } = scope;
  const origin = { creatorId, institutionId, importedFrom: null };
  const total = sum(values.map(({ amount }) => amount));
  const moneyLines = values.map(({ purse, amount }, at): MoneyLine => ({
    line: at + 1,
    amount,
    booked: amount,
    accountId: null,
    itemId: null,
    settledDocumentId: null,
    revalued: purse,
    notes: plainLine.givenOf(kind, {}),
  }));
  return {
    stored: {
      document: {
        ...toDocumentTerms({ kind }, references, beginning),
        discountRate: ZERO,
        discount: ZERO,
        serviceRate: ZERO,
        serviceCharge: ZERO,
        services: [],
        otherFees: ZERO,
        freight: ZERO,
        depositUsed: ZERO,
        depositBooked: ZERO,
        bonus: ZERO,
        paidNow: ZERO,
        settlements: [],
        paymentFee: ZERO,
        goodsLines: [],
        moneyLines,
      },
      head: {
        ...toDraftHead({ kind, remark }, references, beginning, origin),
        subject,
        paymentKind: null,
        dueOn: null,
        warehouseIds: [],
        amounts: {
          goodsAmount: ZERO,
          taxAmount: ZERO,
          totalAmount: total,
          payable: total,
          debt: ZERO,
          received: null,
          changeGiven: null,
          totalQuantity: ZERO,
        },
        summary: '',
      },
    },
    extras: new Map(),
  };
}
