import { forceClose, goodsDocuments, moneyDocuments, orderCalls } from '@tradehouse/contract';
import { documentKinds, isOrder, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { Refused } from '../../../testing.ts';
import { aShopServer } from '../testShop.ts';
import type { Saved } from '../testShop.ts';

const { server, shop } = await aShopServer();
const [one, other] = [await shop.product(), await shop.product()];
const lines = [one, other].map(({ barcode }) => ({
  barcode,
  quantity: '10000',
  unitPrice: '10',
}));
await shop.goods('purchaseIn', lines);

const money = (kind: KindCode) => documentKinds[kind].subject === 'money';
const calls = (kind: KindCode) => (money(kind) ? moneyDocuments : goodsDocuments);

/** A small document of any kind that may be saved. */
async function body(kind: KindCode): Promise<object> {
  const line = { barcode: one.barcode, quantity: '2', unitPrice: '20' };
  const parts = [
    { ...line, role: 'composite' as const },
    { ...line, barcode: other.barcode, role: 'part' as const },
  ];
  const special: Partial<Record<KindCode, () => Promise<object>>> = {
    purchaseRequest: async () => shop.input(kind, [{ barcode: one.barcode, quantity: '2' }]),
    transfer: async () => shop.input(kind, [{ ...line, targetWarehouseId: shop.branch }]),
    assemble: async () => shop.input(kind, parts),
    disassemble: async () => shop.input(kind, parts),
    moneyIn: async () => settling(kind, 'saleOut', shop.customer),
    moneyOut: async () => settling(kind, 'purchaseIn', shop.supplier),
    depositOut: async () => settling(kind, 'saleOrder', shop.customer),
    depositIn: async () => settling(kind, 'purchaseOrder', shop.supplier),
    advanceIn: async () => ({
      kind,
      partnerId: shop.member,
      lines: [{ accountId: shop.cash, amount: '5' }],
    }),
    advanceOut: async () => {
      const lines = [{ accountId: shop.cash, amount: '5' }];
      await shop.money('advanceIn', lines, { partnerId: shop.member });
      return { kind, partnerId: shop.member, lines };
    },
    itemIn: async () => ({
      kind,
      accountId: shop.cash,
      lines: [{ itemId: shop.incomeItem, amount: '5' }],
    }),
    itemOut: async () => ({
      kind,
      accountId: shop.cash,
      lines: [{ itemId: shop.expenseItem, amount: '5' }],
    }),
    giro: async () => ({
      kind,
      accountId: shop.cash,
      lines: [{ accountId: shop.bank, amount: '5' }],
    }),
  };
  return (await special[kind]?.()) ?? shop.input(kind, [line]);
}

async function settling(kind: KindCode, bill: KindCode, partnerId: string): Promise<object> {
  const { id } = await shop.goods(
    bill,
    [{ barcode: one.barcode, quantity: '1', unitPrice: '20' }],
    isOrder(bill) ? { depositTaken: '5' } : { paidNow: '0' },
  );
  return { kind, partnerId, accountId: shop.cash, lines: [{ settledDocumentId: id, amount: '5' }] };
}

interface Made extends Saved {
  readonly kind: KindCode;
  readonly body: object;
}

async function made(kind: KindCode, status: '0' | '1'): Promise<Made> {
  const input = await body(kind);
  const saved = await server.call(calls(kind).add, { ...input, status } as never);
  return { ...saved, kind, body: input };
}

const actions = {
  edit: ({ id, version, kind, body: input }: Made) =>
    server.call(calls(kind).update, { ...input, id, version } as never),
  delete: ({ id, kind }: Made) => server.call(calls(kind).remove, { id }),
  approve: ({ id, kind }: Made) => server.call(calls(kind).setStatus, { ids: id, status: '1' }),
  unapprove: ({ id, kind }: Made) => server.call(calls(kind).setStatus, { ids: id, status: '0' }),
  forceClose: ({ id }: Made) => server.call(forceClose, { ids: id }),
  complete: ({ id }: Made) => server.call(orderCalls.complete, { ids: id }),
  unfreeze: ({ id }: Made) => server.call(orderCalls.unfreeze, { ids: id }),
  cancel: ({ id }: Made) => server.call(orderCalls.cancel, { ids: id, reason: 'out of season' }),
  askConfirmation: ({ id }: Made) => server.call(orderCalls.askConfirmation, { ids: id }),
  confirm: ({ id }: Made) => server.call(orderCalls.confirm, { ids: id }),
  push: ({ id }: Made) => server.call(orderCalls.push, { ids: id }),
  arrive: ({ id }: Made) => server.call(orderCalls.arrive, { ids: id }),
};
type Action = keyof typeof actions;

/** 'done', or the key of the refusal. */
async function outcome(document: Made, action: Action): Promise<string> {
  try {
    await actions[action](document);
    return 'done';
  } catch (error) {
    if (error instanceof Refused) return error.refusal.key;
    throw error;
  }
}

type State = 'draft' | 'approved' | 'deleted';
type Table = Readonly<Record<State, Readonly<Record<Action, string>>>>;

const missing = Object.fromEntries(
  Object.keys(actions).map((action) => [action, 'record.missing']),
) as Record<Action, string>;
const noOrder = {
  complete: 'order.kind',
  unfreeze: 'order.kind',
  cancel: 'order.kind',
  askConfirmation: 'order.kind',
  confirm: 'order.kind',
  push: 'order.kind',
  arrive: 'order.kind',
};

const everyKind: Table = {
  draft: {
    edit: 'done',
    delete: 'done',
    approve: 'done',
    unapprove: 'document.notApproved',
    forceClose: 'document.notClosable',
    ...noOrder,
  },
  approved: {
    edit: 'document.notEditable',
    delete: 'document.deleteApproved',
    approve: 'document.notDraft',
    unapprove: 'done',
    forceClose: 'document.notClosable',
    ...noOrder,
  },
  deleted: missing,
};
const order: Table = {
  draft: {
    ...everyKind.draft,
    complete: 'order.notOpen',
    unfreeze: 'order.notCompleted',
    cancel: 'order.notCancellable',
    askConfirmation: 'order.alreadyAsked',
    confirm: 'order.notAsked',
    push: 'order.alreadyPushed',
    arrive: 'order.notShipped',
  },
  approved: {
    ...everyKind.approved,
    complete: 'done',
    unfreeze: 'order.notCompleted',
    cancel: 'done',
    askConfirmation: 'done',
    confirm: 'order.notAsked',
    push: 'done',
    arrive: 'order.notShipped',
  },
  deleted: missing,
};

async function inState(kind: KindCode, state: State): Promise<Made> {
  const status = state === 'approved' ? '1' : '0';
  const document = await made(kind, status);
  expect(document.status).toBe(status);
  if (state === 'deleted') await actions.delete(document);
  return document;
}

describe.each(kindCodes)('a document of kind %s', (kind) => {
  test.each(['draft', 'approved', 'deleted'] as const)(
    'in the state %s accepts exactly the declared actions',
    async (state) => {
      const found: Record<string, string> = {};
      // A refused action changes nothing, so the next action finds an unchanged document.
      let document: Made | null = null;
      for (const action of Object.keys(actions) as Action[]) {
        document ??= await inState(kind, state);
        found[action] = await outcome(document, action);
        if (found[action] === 'done') document = null;
      }
      expect(found).toEqual((isOrder(kind) ? order : everyKind)[state]);
    },
  );
});

describe('a source document', () => {
  const fulfilled: readonly (readonly [KindCode, KindCode])[] = [
    ['purchaseRequest', 'purchaseOrder'],
    ['purchaseOrder', 'purchaseIn'],
    ['saleOrder', 'saleOut'],
    ['stockCount', 'stockRecount'],
  ];

  test.each(fulfilled)(
    'of kind %s accepts only a force close while partial, and no action when complete',
    async (kind, child) => {
      const line = { barcode: one.barcode, unitPrice: '20' };
      for (const [state, quantity, close] of [
        ['3', '1', 'done'],
        ['2', '2', 'document.notClosable'],
      ] as const) {
        const source = await made(kind, '1');
        await shop.goods(child, [
          { ...line, quantity, sourceDocumentId: source.id, sourceLine: 1 },
        ]);
        expect(await server.call(goodsDocuments.info, { id: source.id })).toMatchObject({
          status: state,
        });
        expect([
          await outcome(source, 'edit'),
          await outcome(source, 'delete'),
          await outcome(source, 'approve'),
          await outcome(source, 'unapprove'),
          await outcome(source, 'forceClose'),
        ]).toEqual([
          'document.notEditable',
          'document.deleteApproved',
          'document.notDraft',
          'document.notApproved',
          close,
        ]);
      }
    },
  );

  test('ignores lines of quantity zero in its progress', async () => {
    await shop.set({ over_link: true });
    const line = { barcode: one.barcode, unitPrice: '20' };
    const lines = ['0', '2'].map((quantity) => ({ ...line, quantity }));
    const source = await shop.goods('stockCount', lines, { status: '1' });
    const found = { ...line, quantity: '1', sourceDocumentId: source.id, sourceLine: 1 };
    await shop.goods('stockRecount', [found]);
    await shop.set({ over_link: false });
    expect(await server.call(goodsDocuments.info, { id: source.id })).toMatchObject({
      status: '1',
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('every invariant of the books holds after all these actions', async () => {
    expect(await shop.broken()).toEqual([]);
  });
});

describe('forced approval', () => {
  test('posts a document only on approval, and keeps documents saved before in force', async () => {
    const before = await made('saleOut', '0');
    await shop.set({ force_approval: true });
    const stock = Number(await shop.stock(one));
    const draft = await made('saleOut', '0');
    expect(Number(await shop.stock(one))).toBe(stock);
    expect(await server.call(goodsDocuments.info, { id: draft.id })).toMatchObject({
      inForce: false,
    });
    expect(await server.call(goodsDocuments.info, { id: before.id })).toMatchObject({
      inForce: true,
    });
    await actions.approve(draft);
    expect(Number(await shop.stock(one))).toBe(stock - 2);
    await actions.unapprove(draft);
    expect(Number(await shop.stock(one))).toBe(stock);
    await shop.set({ force_approval: false });
    expect(await shop.broken()).toEqual([]);
  });

  test('a draft made from an order reserves its quantity and moves no progress', async () => {
    const order = await made('saleOrder', '1');
    await shop.set({ force_approval: true });
    const from = {
      barcode: one.barcode,
      quantity: '2',
      unitPrice: '20',
      sourceDocumentId: order.id,
      sourceLine: 1,
    };
    const draft = await shop.goods('saleOut', [from]);
    expect(await server.call(goodsDocuments.info, { id: order.id })).toMatchObject({
      status: '1',
      lines: [{ linkedQuantity: '2', doneQuantity: '0' }],
    });
    expect((await server.refusal(goodsDocuments.add, shop.input('saleOut', [from]))).key).toBe(
      'document.overLinked',
    );
    expect(
      (await server.refusal(goodsDocuments.setStatus, { ids: order.id, status: '0' })).key,
    ).toBe('document.hasChildren');
    await server.call(goodsDocuments.setStatus, { ids: draft.id, status: '1' });
    expect(await server.call(goodsDocuments.info, { id: order.id })).toMatchObject({ status: '2' });
    await shop.set({ force_approval: false });
    expect(await shop.broken()).toEqual([]);
  });
});
