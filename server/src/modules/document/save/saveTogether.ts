import { isPrepaid } from '@tradehouse/domain';
import { orRefuseMissing } from '../../../kernel/access/index.ts';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { persistAndPost } from './bringIn.ts';
import type { SavedDocument } from './bringIn.ts';
import { lockHeads } from '../store/load.ts';
import { referencesOfEach } from '../store/references.ts';
import {
  draftAndCheckDocument,
  readRelatedDocumentIds,
  settlesOpening,
  applyMemberBonuses,
  wantedBy,
  withId,
} from './save.ts';
import type { DocumentInput, SaveOptions } from './save.ts';
import { headComesLast, insertDocuments } from '../store/write.ts';

/** New document with its origin. */
export interface NewDocumentInput {
  readonly input: DocumentInput;
  readonly origin?: SaveOptions['origin'];
}

/**
 * Saves new documents with a single posting, with the same result as saving one after the other: each is
 * checked, valued and numbered after the documents before. No two may touch common records (see
 * `contendedKeysOf`), and none may be made from another or settle another. A refusal concerns the whole
 * batch, without naming a document.
 */
export async function saveTogether(
  context: Context,
  documents: readonly NewDocumentInput[],
): Promise<SavedDocument[]> {
  const others = await runTogether(
    documents.map(({ input }) => readRelatedDocumentIds(context, input)),
  );
  const wanted = documents.map(({ input }) => ({ ...wantedBy(input), isNew: true }));
  const [heads, facts] = await runTogether([
    lockHeads(context, [], [...new Set(others.flat())]),
    referencesOfEach(context, wanted),
  ]);
  const alone = await runTogether(
    documents.map(async ({ input, origin = {} }, at) => {
      const own = orRefuseMissing(facts[at]);
      return withId(
        await draftAndCheckDocument(
          context,
          input,
          { origin },
          { before: null, heads, facts: own },
        ),
        own,
      );
    }),
  );
  const drafts = await applyMemberBonuses(context, alone, [], orRefuseMissing(facts[0]));
  const savings = drafts.map(({ stored }) => ({ after: stored, before: null }));
  const creditLimits = new Map(facts.flatMap((own) => [...own.creditLimits]));
  return persistAndPost(context, savings, { ...orRefuseMissing(facts[0]), creditLimits }, () =>
    insertDocuments(context, drafts, headComesLast),
  );
}

/**
 * Keys of the books read and changed by a document, beside stock and cost; documents with equal keys must
 * wait.
 */
export function contendedKeysOf(input: DocumentInput): string[] {
  const { kind } = input;
  const { partnerId = '' } = 'goods' in input ? input.goods : input.money;
  const payment = ('goods' in input && input.goods.payment) || 'now';
  return [
    ...namedKeysOf(input),
    ...(settlesOpening(input) ? [`opening ${partnerId}`] : []),
    ...(isPrepaid({ kind, payment }) ? [`prepaid ${partnerId}`] : []),
  ];
}

const namedKeysOf = (input: DocumentInput): string[] =>
  'goods' in input
    ? input.goods.lines.flatMap(({ sourceDocumentId, allocations = [] }) => [
        ...documentOf(sourceDocumentId),
        ...allocations.flatMap(({ lot = '', serials = [] }) => [
          ...(lot === '' ? [] : [`lot ${lot.trim()}`]),
          ...serials.map((serial) => `serial ${serial}`),
        ]),
      ])
    : input.money.lines.flatMap(({ settledDocumentId }) => documentOf(settledDocumentId));

const documentOf = (id: string | null | undefined): string[] =>
  id === null || id === undefined ? [] : [`document ${id}`];
