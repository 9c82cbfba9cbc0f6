// Turns random wishes into commands on existing papers, likely to succeed.
import { makesProgress } from '@tradehouse/domain';
import type { Act } from './acts.ts';
import type { State } from './books.ts';
import { bookWithLate } from './counts.ts';
import type { Sheet } from './counts.ts';
import { fittedActivity } from './fitActivities.ts';
import { converted, goodsTargets } from './fitConversions.ts';
import { counting, countedAgain } from './fitCounts.ts';
import { edited } from './fitEdits.ts';
import { fittedRemoval } from './fitMasters.ts';
import { added, paperOf } from './fitPapers.ts';
import { receipt } from './fitReceipts.ts';
import { fittedBatch, indexes, states } from './fitSteps.ts';
import { leftOf, stateOf } from './links.ts';
import { inForce, isOrder } from './papers.ts';
import type { ModelKind, Paper } from './papers.ts';
import { pick } from './pick.ts';
import type { Wish } from './wishes.ts';

/** Turns a wish into a command on the existing papers; null if none fits. */
export function fitted(wish: Wish, state: State): Act | null {
  const { papers, sheets } = state;
  const { act, on, twice } = wish;
  const chosen = (
    fits: (paper: Paper, at: number) => boolean,
    likes: (paper: Paper, at: number) => boolean = () => true,
  ) => {
    const all = indexes(papers, fits);
    const liked = all.filter((at) => likes(papers[at] as Paper, at));
    return pick(liked.length > 0 && !wish.wild ? liked : all, wish.pick);
  };
  const sheetAt = (stage: Sheet['stage']): number | undefined => {
    const liked = [...sheets.keys()].filter((at) => sheets[at]?.stage === stage);
    return pick(wish.wild ? [...sheets.keys()] : liked, wish.pick);
  };
  switch (act) {
    case 'add':
      return { act, paper: added(wish, state), twice, converts: false };
    case 'convert': {
      const at = chosen(
        (paper) => paper.approved && goodsTargets(paper).length > 0,
        (paper, index) => (makesProgress(paper.kind) ? stateOf(papers, index) !== 'complete' : !on),
      );
      return at === undefined ? null : converted(wish, state, at);
    }
    case 'settle': {
      const isOpen = (paper: Paper, index: number): boolean =>
        paper.kind in settledBy && (wish.wild || (inForce(paper) && leftOf(papers, index).gt(0)));
      // Each kind is equally likely, although receipts outnumber sales.
      const kinds = new Set(papers.filter(isOpen).map((paper) => paper.kind));
      const wanted = pick([...kinds], wish.turn);
      const at = chosen(isOpen, (paper) => paper.kind === wanted);
      const bill = papers[at ?? -1];
      const kind = settledBy[bill?.kind ?? 'giro'];
      if (at === undefined || bill === undefined || kind === undefined) return null;
      const { other, currency } = bill;
      const amount = wish.keeps ? leftOf(papers, at).toNumber() || wish.amount : wish.amount;
      const paper = paperOf({ ...wish, kind }, state, { settles: at, other, currency, amount });
      return { act: 'add', paper, twice, converts: false };
    }
    case 'edit': {
      const at = chosen(
        (paper) => paper.kind !== 'transferIn' && !paper.counted,
        ({ approved }) => !approved,
      );
      const paper = papers[at ?? -1];
      return at === undefined || paper === undefined
        ? null
        : { act, at, paper: edited(wish, state, paper), stale: wish.wild };
    }
    case 'batch':
      return fittedBatch(wish, papers);
    case 'receive': {
      const at = chosen(
        ({ kind, travels }, index) =>
          kind === 'transfer' &&
          (wish.wild || (travels && ['approved', 'partial'].includes(stateOf(papers, index)))),
      );
      if (at === undefined) return fitted(travelling(wish), state);
      const paper = receipt(wish, papers, at);
      return paper.lines.length === 0 ? null : { act, at, paper };
    }
    case 'takeBack': {
      const at = chosen(({ kind }) => kind === 'transferIn');
      return at === undefined ? fitted({ ...wish, act: 'receive' }, state) : { act, at };
    }
    case 'count':
      return { act, sheet: counting(wish, state) };
    case 'recount': {
      const at = sheetAt('counting');
      const sheet = sheets[at ?? -1];
      if (at === undefined || sheet === undefined) return fitted({ ...wish, act: 'count' }, state);
      // A count that agrees with the books is not counted again.
      const agrees = sheet.counted === bookWithLate(sheet, papers);
      const again = agrees || !on ? null : countedAgain(wish, state, sheet);
      return { act, at, again };
    }
    case 'postCount':
    case 'unpostCount': {
      const at = sheetAt(act === 'postCount' ? 'recounting' : 'posted');
      return at === undefined ? fitted({ ...wish, act: 'recount' }, state) : { act, at };
    }
    case 'activity':
    case 'retarget':
    case 'endActivity':
    case 'dropActivity':
      return fittedActivity({ ...wish, act }, state);
    case 'remove':
      return fittedRemoval(wish, state);
    case 'close':
      return { act, until: pick([0, 1, 0, null], wish.turn) ?? null };
    case 'switch': {
      const names = [
        'negativeStock',
        'overLink',
        'reserveOnOrder',
        'forceApproval',
        'bonusProRata',
      ] as const;
      return { act, name: pick(names, wish.turn) ?? 'overLink', on };
    }
    default: {
      const lives = act === 'complete' || act === 'unfreeze';
      const at = chosen(
        (paper) =>
          paper.kind !== 'transferIn' &&
          !paper.counted &&
          (!lives || isOrder(paper)) &&
          (act !== 'forceClose' || makesProgress(paper.kind)),
        (_, index) => states[act](papers, index),
      );
      if (act === 'forceClose' && !wish.wild && (at === undefined || !states[act](papers, at)))
        return fitted({ ...wish, act: 'convert' }, state);
      return at === undefined ? null : { act, at };
    }
  }
}

const settledBy: Partial<Readonly<Record<ModelKind, ModelKind>>> = {
  saleOut: 'moneyIn',
  purchaseIn: 'moneyOut',
  saleOrder: 'depositOut',
  purchaseOrder: 'depositIn',
};

const travelling = (wish: Wish): Wish => ({
  ...wish,
  act: 'add',
  kind: 'transfer',
  terms: { ...wish.terms, travels: true },
  approves: true,
});
