import type { ReplyOf, agreedOfDraft } from '@tradehouse/contract';
import { decimal, documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import type { Context } from '../../../kernel/access/index.ts';
import { agreedIn, sourceKey } from '../masked/agreed.ts';
import { agreedParts, sharesAgreedDiscount } from '../masked/agreedParts.ts';
import { amountsHidden } from '../masked/amountsHidden.ts';
import { agreedReply, discountsReply, keptDigitsReply } from './convert.ts';
import { documentById } from './detail.ts';

type DraftAgreedReply = ReplyOf<typeof agreedOfDraft>;

const nothing: DraftAgreedReply = {
  discounts: [],
  sharesDiscount: false,
  keptDigits: [],
  lines: [],
};

/**
 * Reads the amounts agreed by a draft's sources, without the draft's own parts (decision 0069), and the
 * decimals kept by the draft (decision 0052).
 */
export async function agreedForDraft(
  context: Context,
  id: string,
  kinds: readonly AnyKindCode[],
): Promise<DraftAgreedReply> {
  const draft = await documentById(context, id, kinds);
  const hidden = [draft, ...draft.sources].some(({ kind }) =>
    amountsHidden(context.scope, documentKinds[kind]),
  );
  const ids = new Set(draft.lines.flatMap(({ sourceDocumentId }) => sourceDocumentId ?? []));
  if (hidden) return nothing;
  const keptDigits = await keptDigitsReply(context, draft.kind, [...ids], id);
  if (ids.size === 0) return { ...nothing, keptDigits };
  const agreed = await agreedIn(context, draft.kind, [...ids], id);
  // Amounts in a foreign currency cannot be shared over the draft's lines.
  if (agreed.currency !== draft.currency) return { ...nothing, keptDigits };
  const made = draft.lines.map((line) => ({
    sourceDocumentId: line.sourceDocumentId,
    sourceLine: line.sourceLine,
    quantity: decimal(line.quantity),
    ratio: decimal(line.ratio),
    total: decimal(line.total ?? '0'),
  }));
  const parts = agreedParts(agreed, made);
  return {
    discounts: discountsReply(agreed),
    keptDigits,
    sharesDiscount: sharesAgreedDiscount(agreed, made, decimal(draft.discount ?? '0')),
    lines: draft.lines.flatMap((line, at) => {
      const [own, part] = [agreed.lines.get(sourceKey(line)), parts[at]?.part];
      if (own === undefined || part === undefined) return [];
      const ownPrice = !part.total.equals(line.total ?? '0');
      return [{ line: line.line, agreed: agreedReply(own, line.ratio), ownPrice }];
    }),
  };
}
