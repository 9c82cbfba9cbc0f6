import {
  CheckCircleOutlined,
  CopyOutlined,
  EditOutlined,
  FileTextOutlined,
  InboxOutlined,
  PlusOutlined,
  PrinterOutlined,
  SendOutlined,
  SwapOutlined,
  TagsOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import type { Button, DocumentTable, RowOf } from '@tradehouse/contract';
import {
  forceClose,
  forceClosePurchase,
  goodsDocuments,
  invoicePage,
  labelledLines,
  labelPage,
  moneyDocuments,
  recountDebts,
  recountDeposits,
  trackPage,
} from '@tradehouse/contract';
import {
  carriedAs,
  documentKinds,
  invoicedAs,
  mayClose,
  progressOn,
  settledBy,
  takesDeposit,
  targetsOf,
} from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { notices } from '../../app/notices.ts';
import { deletion } from '../../list/resourceActions.tsx';
import { t } from '../../phrase/index.ts';
import type { ListAction, RowAction } from '../../record/listTypes.ts';
import { orderChoices, takeOrderStep } from './orderSteps.tsx';
import { warnOverCredit } from './overCredit.ts';

export type DocumentRow = RowOf<DocumentTable> & {
  readonly id?: string | null;
  readonly number?: string | null;
  readonly status?: string | null;
  readonly purchaseStatus?: string | null;
  readonly partnerId?: string | null;
  readonly remark?: string | null;
};

/** Opens an address of this product in a tab. */
export type Open = (url: string) => void;
/** Whether the signed-in user may use a button of a page. */
export type May = (url: string, button?: Button) => boolean;

/** The calls of a kind's family. */
export const callsOf = (code: KindCode) =>
  documentKinds[code].subject === 'money' ? moneyDocuments : goodsDocuments;

/** What the button that makes a document of another kind says. */
export const convertText = (from: KindCode, to: KindCode): string => {
  const kind = documentKinds[to].name[language].toLowerCase();
  return progressOn(from, to) === 'purchased'
    ? t('bill.convertBySale', { kind })
    : t('document.convert', { kind });
};

export const urlOf = (code: KindCode): string => documentKinds[code].url ?? '';

const idsOf = (rows: readonly DocumentRow[]): string => rows.map(({ id }) => id).join(',');

const told = (changed: number): true => {
  void notices().message.success(t('document.done', { n: changed }));
  return true;
};

interface AsRead {
  readonly id?: string | null;
  readonly version?: number | string | null;
}

/** Approves (1) or unapproves (0) documents, all or none, as they were read. */
export async function setStatus(
  code: KindCode,
  rows: readonly AsRead[],
  status: '0' | '1',
): Promise<true> {
  const ids = rows.map(({ id }) => id).join(',');
  const versions = rows.map(({ version }) => version).join(',');
  const reply = await call(callsOf(code).setStatus, { ids, status, versions });
  warnOverCredit(reply.overCredit);
  return told(reply.changed);
}

/** What a document can become here: kinds that the user may write; purchases for a sales order only where these are on. */
export const convertTargets = (from: KindCode, may: May, purchaseBySale: boolean): KindCode[] =>
  targetsOf(from).filter(
    (to) => may(urlOf(to), '1') && (purchaseBySale || progressOn(from, to) !== 'purchased'),
  );

/** Whether a document may be turned into others: approved or partly done; returns also of what is complete. */
export function convertible(
  from: KindCode,
  to: KindCode,
  { status, purchaseStatus }: Pick<DocumentRow, 'status' | 'purchaseStatus'>,
): boolean {
  const progress = progressOn(from, to);
  if (progress === 'purchased' && purchaseStatus === '2') return false;
  return status === '1' || status === '3' || (status === '2' && progress === 'returned');
}

/** Documents go together into one when they are of one partner, or the new one has another partner anyway. */
const togetherInto = (from: KindCode, to: KindCode, rows: readonly DocumentRow[]): boolean =>
  documentKinds[from].partner?.type !== documentKinds[to].partner?.type ||
  new Set(rows.map(({ partnerId }) => partnerId)).size <= 1;

/** What the toolbar depends on besides the kind. */
export interface ListWorld {
  readonly open: Open;
  /** Opens a blank document. */
  readonly create: Open;
  readonly may: May;
  readonly purchaseBySale: boolean;
  /** Opens the dialog that changes a remark. */
  readonly onRemark: (row: DocumentRow) => void;
  /** Opens the dialog that cancels orders. */
  readonly onCancel: (rows: readonly DocumentRow[]) => void;
}

const isUnapproved = ({ status }: DocumentRow): boolean => status === '0';

/** The toolbar of a document list, in the order of the screens: new, delete, approve, unapprove, convert, then what is put right. */
export function listActions(code: KindCode, world: ListWorld): readonly ListAction<DocumentRow>[] {
  const calls = callsOf(code);
  return [
    {
      key: 'new',
      label: t('act.new'),
      icon: <PlusOutlined />,
      button: '1',
      needs: 'none',
      primary: true,
      run: () => {
        world.create(`${urlOf(code)}/new`);
        return false;
      },
    },
    {
      ...deletion,
      needs: 'some',
      fits: isUnapproved,
      confirm: (n) => t('document.deleteAsk', { n }),
      run: async (rows) => told((await call(calls.removeBatch, { ids: idsOf(rows) })).changed),
    },
    {
      key: 'approve',
      label: t('document.approve'),
      icon: <CheckCircleOutlined />,
      button: '2',
      needs: 'some',
      fits: isUnapproved,
      confirm: (n) => t('document.approveAsk', { n }),
      run: (rows) => setStatus(code, rows, '1'),
    },
    {
      key: 'reverse',
      label: t('document.reverse'),
      icon: <UndoOutlined />,
      button: '7',
      needs: 'some',
      fits: (row) => !isUnapproved(row),
      confirm: (n) => t('document.reverseAsk', { n }),
      run: (rows) => setStatus(code, rows, '0'),
    },
    ...convertActions(code, world),
    ...invoiceActions(code, world),
    ...orderActions(code, world.onCancel),
    ...corrections(code, world),
  ];
}

const convertActions = (
  code: KindCode,
  { open, may, purchaseBySale }: ListWorld,
): readonly ListAction<DocumentRow>[] =>
  convertTargets(code, may, purchaseBySale).map((to) => ({
    key: `convert-${to}`,
    label: convertText(code, to),
    icon: <SwapOutlined />,
    button: '1' as const,
    needs: 'some' as const,
    run: (rows) => {
      const warn = (text: string): void => void notices().message.warning(text);
      if (!rows.every((row) => convertible(code, to, row))) warn(t('document.notConvertible'));
      else if (!togetherInto(code, to, rows)) warn(t('document.link.onePartner'));
      else open(`${urlOf(to)}/new?from=${idsOf(rows)}`);
      return false;
    },
  }));

/** Begins an invoice of bills of one partner, for those who may register invoices. */
const invoiceActions = (
  code: KindCode,
  { open, may }: ListWorld,
): readonly ListAction<DocumentRow>[] => {
  const as = invoicedAs(code);
  if (as === null || !may(invoicePage, '1')) return [];
  return [
    {
      key: 'invoice',
      label: t(`invoice.make.${as.direction}`),
      icon: <FileTextOutlined />,
      needs: 'some',
      run: (rows) => {
        if (new Set(rows.map(({ partnerId }) => partnerId)).size > 1)
          void notices().message.warning(t('document.link.onePartner'));
        else open(`${invoicePage}?bills=${idsOf(rows)}`);
        return false;
      },
    },
  ];
};

/** The steps of an order's life, each with the button that it takes. */
const orderActions = (
  code: KindCode,
  onCancel: ListWorld['onCancel'],
): readonly ListAction<DocumentRow>[] =>
  orderChoices(code).map(({ action, button, label }) => ({
    key: action,
    label,
    button,
    needs: 'some',
    more: true,
    ...(action === 'cancel'
      ? {
          run: (rows: readonly DocumentRow[]) => {
            onCancel(rows);
            return false;
          },
        }
      : {
          confirm: (n: number) => t(`order.${action}Ask`, { n }),
          run: async (rows: readonly DocumentRow[]) =>
            told(
              await takeOrderStep(
                action,
                rows.map(({ id }) => id ?? ''),
              ),
            ),
        }),
  }));

/** What is seldom wanted, behind "more": closing, figures counted again, the remark. Each where the kind has what it changes. */
function corrections(
  code: KindCode,
  { purchaseBySale, onRemark }: ListWorld,
): readonly ListAction<DocumentRow>[] {
  const kind = documentKinds[code];
  const orders = takesDeposit(kind);
  const bills = kind.amounts.includes('debt') && kind.amounts.includes('deposit');
  const bought = targetsOf(code).some((to) => progressOn(code, to) === 'purchased');
  const part = (
    wanted: boolean,
    action: Omit<ListAction<DocumentRow>, 'button' | 'needs' | 'more'> &
      Partial<Pick<ListAction<DocumentRow>, 'needs'>>,
  ): readonly ListAction<DocumentRow>[] =>
    wanted ? [{ needs: 'some', ...action, button: '1', more: true }] : [];
  return [
    ...part(mayClose(code), {
      key: 'close',
      label: t('document.forceClose'),
      hint: t('bill.closeHint'),
      confirm: (n) => t('document.forceCloseAsk', { n }),
      run: async (rows) => told((await call(forceClose, { ids: idsOf(rows) })).changed),
    }),
    ...part(bought && purchaseBySale, {
      key: 'closePurchase',
      label: t('bill.closePurchase'),
      confirm: (n) => t('bill.closePurchaseAsk', { n }),
      run: async (rows) => told((await call(forceClosePurchase, { ids: idsOf(rows) })).changed),
    }),
    ...part(orders, {
      key: 'recountDeposit',
      label: t('bill.recountDeposit'),
      confirm: (n) => t('bill.recountDepositAsk', { n }),
      run: async (rows) => recounted((await call(recountDeposits, { ids: idsOf(rows) })).changed),
    }),
    ...part(bills, {
      key: 'recountDebt',
      label: t('bill.recountDebt'),
      confirm: (n) => t('bill.recountDebtAsk', { n }),
      run: async (rows) => recounted((await call(recountDebts, { ids: idsOf(rows) })).changed),
    }),
    ...part(kind.subject !== 'money', {
      key: 'remark',
      label: t('bill.remark'),
      needs: 'one',
      run: ([row]) => {
        if (row !== undefined) onRemark(row);
        return false;
      },
    }),
  ];
}

function recounted(changed: number): true {
  const { message } = notices();
  if (changed === 0) void message.success(t('bill.recountedNone'));
  else void message.warning(t('bill.recounted', { n: changed }));
  return true;
}

/** Prints the selected documents in one go. */
export const printAction = (print: (ids: readonly string[]) => void): ListAction<DocumentRow> => ({
  key: 'print',
  label: t('act.print'),
  icon: <PrinterOutlined />,
  needs: 'some',
  run: (rows) => {
    print(rows.map(({ id }) => id ?? ''));
    return false;
  },
});

/** Whether labels can be printed of what documents of the kind brought, by this user. */
export const labels = (code: KindCode, may: May): boolean =>
  labelledLines(code).length > 0 && may(labelPage);

/** Where labels of documents are printed. */
export const labelAddress = (ids: readonly string[]): string =>
  `${labelPage}?documents=${ids.join(',')}`;

/** Brings what documents brought to where labels are printed. */
export const labelAction = (open: Open): ListAction<DocumentRow> => ({
  key: 'labels',
  label: t('label.print'),
  icon: <TagsOutlined />,
  needs: 'some',
  more: true,
  run: (rows) => {
    open(labelAddress(rows.map(({ id }) => id ?? '')));
    return false;
  },
});

type GoodsStep = 'tally' | 'delivery' | 'shipment';

/**
 * What is done with a document's goods themselves: those of an order that still expects some are sorted, those that
 * are sold picked and shipped, those of a return or a transfer given to a carrier.
 */
export function goodsStepOf(
  code: KindCode,
  { status }: Pick<DocumentRow, 'status'>,
): GoodsStep | null {
  const step = dialogOf(code);
  if (step === 'shipment' || documentKinds[code].handling === 'ship')
    return status === '0' ? null : step;
  return status === '1' || status === '3' ? step : null;
}

function dialogOf(code: KindCode): GoodsStep | null {
  const { handling } = documentKinds[code];
  if (handling === null) return carriedAs[code] === undefined ? null : 'shipment';
  return handling === 'tally' ? handling : 'delivery';
}

/** Whether this user may take it: carriers are given goods by those who see what is sent. */
export const mayHandle = (code: KindCode, may: May): boolean =>
  dialogOf(code) === 'shipment' ? may(trackPage) : may(urlOf(code), '1');

/** Whether a document can be written again: what one settles is settled. */
export const copies = (code: KindCode): boolean => settledBy(code) === null;

/** What can be done with one document of a list: edit, copy, delete; its number opens it. */
export function rowActions(
  code: KindCode,
  { open, may }: Pick<ListWorld, 'open' | 'may'>,
): readonly RowAction<DocumentRow>[] {
  const url = urlOf(code);
  const goto = (place: (row: DocumentRow) => string) => (row: DocumentRow) => {
    open(place(row));
    return false;
  };
  const draft = ({ status }: DocumentRow): boolean => status === '0';
  return [
    {
      key: 'edit',
      label: t('act.edit'),
      icon: <EditOutlined />,
      button: '1',
      shown: draft,
      run: goto(({ id }) => `${url}/${id}/edit`),
    },
    ...(copies(code)
      ? [
          {
            key: 'copy',
            label: t('act.copy'),
            icon: <CopyOutlined />,
            button: '1' as const,
            run: goto(({ id }) => `${url}/new?copy=${id}`),
          },
        ]
      : []),
    ...goodsActions(code, open, may),
    {
      ...deletion,
      shown: draft,
      confirm: () => t('document.deleteOneAsk'),
      run: async ({ id }) => told((await call(callsOf(code).remove, { id: id ?? '' })).changed),
    },
  ];
}

/** Opens a document with the dialog of its goods. */
function goodsActions(code: KindCode, open: Open, may: May): readonly RowAction<DocumentRow>[] {
  const step = dialogOf(code);
  if (step === null || !mayHandle(code, may)) return [];
  return [
    {
      key: step,
      label: t(`${step}.title`),
      icon: step === 'shipment' ? <SendOutlined /> : <InboxOutlined />,
      shown: (row) => goodsStepOf(code, row) !== null,
      run: ({ id }) => {
        open(`${urlOf(code)}/${id}?open=${step}`);
        return false;
      },
    },
  ];
}
