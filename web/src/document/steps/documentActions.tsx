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
  purseSettledByKind,
  takesDeposit,
  targetsOf,
} from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { getNotices } from '../../app/notices.ts';
import { deletion } from '../../list/resourceActions.tsx';
import { t } from '../../phrase/index.ts';
import type { ListAction, RowAction } from '../../record/listTypes.ts';
import { orderChoices, takeOrderStep } from './orderSteps.tsx';
import { warnOverCredit } from './overCredit.ts';

export type DocumentListRow = RowOf<DocumentTable> & {
  readonly id?: string | null;
  readonly number?: string | null;
  readonly status?: string | null;
  readonly purchaseStatus?: string | null;
  readonly partnerId?: string | null;
  readonly remark?: string | null;
};

/** Opens an address of this product in a tab. */
export type UrlOpener = (url: string) => void;
/** Checks if the signed-in user may use a page's button. */
export type May = (url: string, button?: Button) => boolean;

/** The calls of a kind's family. */
export const callsOf = (code: KindCode) =>
  documentKinds[code].subject === 'money' ? moneyDocuments : goodsDocuments;

export const convertText = (from: KindCode, to: KindCode): string => {
  const kind = documentKinds[to].name[language].toLowerCase();
  return progressOn(from, to) === 'purchased'
    ? t('bill.convertBySale', { kind })
    : t('document.convert', { kind });
};

export const urlOf = (code: KindCode): string => documentKinds[code].url ?? '';

const joinDocumentIds = (rows: readonly DocumentListRow[]): string =>
  rows.map(({ id }) => id).join(',');

const notifyDocumentsChanged = (changed: number): true => {
  void getNotices().message.success(t('document.done', { n: changed }));
  return true;
};

interface AsRead {
  readonly id?: string | null;
  readonly version?: number | string | null;
}

/** Approves (1) or unapproves (0) documents, all or none, in the versions read. */
export async function submitDocumentStatus(
  code: KindCode,
  rows: readonly AsRead[],
  status: '0' | '1',
): Promise<true> {
  const ids = rows.map(({ id }) => id).join(',');
  const versions = rows.map(({ version }) => version).join(',');
  const reply = await callEndpoint(callsOf(code).setStatus, { ids, status, versions });
  warnOverCredit(reply.overCredit);
  return notifyDocumentsChanged(reply.changed);
}

/**
 * Returns the kinds of document that a document can become and the user may write. `purchaseBySale`: a sales
 * order may become a purchase, by a setting of the company.
 */
export const convertTargets = (from: KindCode, may: May, purchaseBySale: boolean): KindCode[] =>
  targetsOf(from).filter(
    (to) => may(urlOf(to), '1') && (purchaseBySale || progressOn(from, to) !== 'purchased'),
  );

/** Checks if a document can be converted: approved or partly done; to returns also if complete. */
export function mayConvertTo(
  from: KindCode,
  to: KindCode,
  { status, purchaseStatus }: Pick<DocumentListRow, 'status' | 'purchaseStatus'>,
): boolean {
  const progress = progressOn(from, to);
  if (progress === 'purchased' && purchaseStatus === '2') return false;
  return status === '1' || status === '3' || (status === '2' && progress === 'returned');
}

/** Checks if documents can be merged: one partner, or another partner type in the target. */
const togetherInto = (from: KindCode, to: KindCode, rows: readonly DocumentListRow[]): boolean =>
  documentKinds[from].partner?.type !== documentKinds[to].partner?.type ||
  new Set(rows.map(({ partnerId }) => partnerId)).size <= 1;

/** Toolbar context besides the kind. */
export interface ListWorld {
  readonly open: UrlOpener;
  /** Opens a blank document. */
  readonly create: UrlOpener;
  readonly may: May;
  readonly purchaseBySale: boolean;
  readonly onRemark: (row: DocumentListRow) => void;
  /** Opens the dialog that cancels orders. */
  readonly onCancel: (rows: readonly DocumentListRow[]) => void;
}

const isUnapproved = ({ status }: DocumentListRow): boolean => status === '0';

/** Returns a list's toolbar in screen order: new, delete, approve, unapprove, convert, then corrections. */
export function listActions(
  code: KindCode,
  world: ListWorld,
): readonly ListAction<DocumentListRow>[] {
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
      run: async (rows) =>
        notifyDocumentsChanged(
          (await callEndpoint(calls.removeBatch, { ids: joinDocumentIds(rows) })).changed,
        ),
    },
    {
      key: 'approve',
      label: t('document.approve'),
      icon: <CheckCircleOutlined />,
      button: '2',
      needs: 'some',
      fits: isUnapproved,
      confirm: (n) => t('document.approveAsk', { n }),
      run: (rows) => submitDocumentStatus(code, rows, '1'),
    },
    {
      key: 'reverse',
      label: t('document.reverse'),
      icon: <UndoOutlined />,
      button: '7',
      needs: 'some',
      fits: (row) => !isUnapproved(row),
      confirm: (n) => t('document.reverseAsk', { n }),
      run: (rows) => submitDocumentStatus(code, rows, '0'),
    },
    ...convertActions(code, world),
    ...invoiceActions(code, world),
    ...orderActions(code, world.onCancel),
    ...listCorrectionActions(code, world),
  ];
}

const convertActions = (
  code: KindCode,
  { open, may, purchaseBySale }: ListWorld,
): readonly ListAction<DocumentListRow>[] =>
  convertTargets(code, may, purchaseBySale).map((to) => ({
    key: `convert-${to}`,
    label: convertText(code, to),
    icon: <SwapOutlined />,
    button: '1' as const,
    needs: 'some' as const,
    run: (rows) => {
      const warn = (text: string): void => void getNotices().message.warning(text);
      if (!rows.every((row) => mayConvertTo(code, to, row))) warn(t('document.notConvertible'));
      else if (!togetherInto(code, to, rows)) warn(t('document.link.onePartner'));
      else open(`${urlOf(to)}/new?from=${joinDocumentIds(rows)}`);
      return false;
    },
  }));

/** Starts an invoice for bills of one partner, for users who may register invoices. */
const invoiceActions = (
  code: KindCode,
  { open, may }: ListWorld,
): readonly ListAction<DocumentListRow>[] => {
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
          void getNotices().message.warning(t('document.link.onePartner'));
        else open(`${invoicePage}?bills=${joinDocumentIds(rows)}`);
        return false;
      },
    },
  ];
};

/** Returns the steps of an order's life, each with its permission. */
const orderActions = (
  code: KindCode,
  onCancel: ListWorld['onCancel'],
): readonly ListAction<DocumentListRow>[] =>
  orderChoices(code).map(({ action, button, label }) => ({
    key: action,
    label,
    button,
    needs: 'some',
    more: true,
    ...(action === 'cancel'
      ? {
          run: (rows: readonly DocumentListRow[]) => {
            onCancel(rows);
            return false;
          },
        }
      : {
          confirm: (n: number) => t(`order.${action}Ask`, { n }),
          run: async (rows: readonly DocumentListRow[]) =>
            notifyDocumentsChanged(
              await takeOrderStep(
                action,
                rows.map(({ id }) => id ?? ''),
              ),
            ),
        }),
  }));

/**
 * Returns rare actions behind "more": closing, recalculating figures, the remark; each only where
 * supported.
 */
function listCorrectionActions(
  code: KindCode,
  { purchaseBySale, onRemark }: ListWorld,
): readonly ListAction<DocumentListRow>[] {
  const kind = documentKinds[code];
  const orders = takesDeposit(kind);
  const bills = kind.amounts.includes('debt') && kind.amounts.includes('deposit');
  const bought = targetsOf(code).some((to) => progressOn(code, to) === 'purchased');
  const part = (
    wanted: boolean,
    action: Omit<ListAction<DocumentListRow>, 'button' | 'needs' | 'more'> &
      Partial<Pick<ListAction<DocumentListRow>, 'needs'>>,
  ): readonly ListAction<DocumentListRow>[] =>
    wanted ? [{ needs: 'some', ...action, button: '1', more: true }] : [];
  return [
    ...part(mayClose(code), {
      key: 'close',
      label: t('document.forceClose'),
      hint: t('bill.closeHint'),
      confirm: (n) => t('document.forceCloseAsk', { n }),
      run: async (rows) =>
        notifyDocumentsChanged(
          (await callEndpoint(forceClose, { ids: joinDocumentIds(rows) })).changed,
        ),
    }),
    ...part(bought && purchaseBySale, {
      key: 'closePurchase',
      label: t('bill.closePurchase'),
      confirm: (n) => t('bill.closePurchaseAsk', { n }),
      run: async (rows) =>
        notifyDocumentsChanged(
          (await callEndpoint(forceClosePurchase, { ids: joinDocumentIds(rows) })).changed,
        ),
    }),
    ...part(orders, {
      key: 'recountDeposit',
      label: t('bill.recountDeposit'),
      confirm: (n) => t('bill.recountDepositAsk', { n }),
      run: async (rows) =>
        notifyRecount(
          (await callEndpoint(recountDeposits, { ids: joinDocumentIds(rows) })).changed,
        ),
    }),
    ...part(bills, {
      key: 'recountDebt',
      label: t('bill.recountDebt'),
      confirm: (n) => t('bill.recountDebtAsk', { n }),
      run: async (rows) =>
        notifyRecount((await callEndpoint(recountDebts, { ids: joinDocumentIds(rows) })).changed),
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

function notifyRecount(changed: number): true {
  const { message } = getNotices();
  if (changed === 0) void message.success(t('bill.recountedNone'));
  else void message.warning(t('bill.recounted', { n: changed }));
  return true;
}

export const printAction = (
  print: (ids: readonly string[]) => void,
): ListAction<DocumentListRow> => ({
  key: 'print',
  label: t('act.print'),
  icon: <PrinterOutlined />,
  needs: 'some',
  run: (rows) => {
    print(rows.map(({ id }) => id ?? ''));
    return false;
  },
});

/** Checks if this user may print labels for goods received by a kind. */
export const mayPrintLabels = (code: KindCode, may: May): boolean =>
  labelledLines(code).length > 0 && may(labelPage);

/** Address of the page for printing labels of documents. */
export const labelAddress = (ids: readonly string[]): string =>
  `${labelPage}?documents=${ids.join(',')}`;

/** Opens label printing with the goods received by documents. */
export const labelAction = (open: UrlOpener): ListAction<DocumentListRow> => ({
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
 * Returns the goods action of a document: orders still expecting goods are tallied, sold goods picked and
 * shipped, returns or transfers given to a carrier.
 */
export function goodsStepOf(
  code: KindCode,
  { status }: Pick<DocumentListRow, 'status'>,
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

/** Checks if this user may take the goods action: shipping requires access to shipments. */
export const mayHandle = (code: KindCode, may: May): boolean =>
  dialogOf(code) === 'shipment' ? may(trackPage) : may(urlOf(code), '1');

/** Checks if a document can be copied: debts are settled only once. */
export const mayCopyDocument = (code: KindCode): boolean => purseSettledByKind(code) === null;

/** Returns a list row's actions: edit, copy, delete; the number opens the document. */
export function rowActions(
  code: KindCode,
  { open, may }: Pick<ListWorld, 'open' | 'may'>,
): readonly RowAction<DocumentListRow>[] {
  const url = urlOf(code);
  const goto = (place: (row: DocumentListRow) => string) => (row: DocumentListRow) => {
    open(place(row));
    return false;
  };
  const draft = ({ status }: DocumentListRow): boolean => status === '0';
  return [
    {
      key: 'edit',
      label: t('act.edit'),
      icon: <EditOutlined />,
      button: '1',
      shown: draft,
      run: goto(({ id }) => `${url}/${id}/edit`),
    },
    ...(mayCopyDocument(code)
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
      run: async ({ id }) =>
        notifyDocumentsChanged(
          (await callEndpoint(callsOf(code).remove, { id: id ?? '' })).changed,
        ),
    },
  ];
}

/** Opens a document with its goods dialog. */
function goodsActions(
  code: KindCode,
  open: UrlOpener,
  may: May,
): readonly RowAction<DocumentListRow>[] {
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
