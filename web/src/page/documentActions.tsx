import {
  CheckCircleOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  EyeOutlined,
  PlusOutlined,
  StopOutlined,
  SwapOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import type { DocumentTable, RowOf } from '@tradehouse/contract';
import { forceClose, goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import { documentKinds, makesProgress, progressOn, targetsOf } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { call } from '../app/client.ts';
import { language } from '../app/language.ts';
import { notices } from '../app/notices.ts';
import { t } from '../phrase/index.ts';
import type { ListAction, RowAction } from './listTypes.ts';

export type DocumentRow = RowOf<DocumentTable> & {
  readonly id?: string | null;
  readonly status?: string | null;
};

/** Opens an address of this product in a tab. */
export type Open = (url: string) => void;
/** Whether whoever is signed in may use a button of a page. */
export type May = (url: string, button?: '1' | '2' | '3' | '7') => boolean;

/** The calls of a kind's family. */
export const callsOf = (code: KindCode) =>
  documentKinds[code].subject === 'money' ? moneyDocuments : goodsDocuments;

/** What the button that makes a document of another kind says. */
export const convertText = (to: KindCode): string =>
  t('document.convert', { kind: documentKinds[to].name[language].toLowerCase() });

export const urlOf = (code: KindCode): string => documentKinds[code].url ?? '';

const idsOf = (rows: readonly DocumentRow[]): string => rows.map(({ id }) => id).join(',');

const told = (changed: number): true => {
  void notices().message.success(t('document.done', { n: changed }));
  return true;
};

/** Audits (1) or reverses the audit of (0) documents, all or none. */
export async function setStatus(code: KindCode, ids: string, status: '0' | '1'): Promise<true> {
  const { changed } = await call(callsOf(code).setStatus, { ids, status });
  return told(changed);
}

/** Whether a document may be turned into others: audited or partly done; returns also of what is complete. */
export const convertible = (
  from: KindCode,
  to: KindCode,
  status: string | null | undefined,
): boolean =>
  status === '1' || status === '3' || (status === '2' && progressOn(from, to) === 'returned');

/** The toolbar of a document list, in the order of the screens: new, delete, audit, reverse, convert, close. */
export function listActions(
  code: KindCode,
  open: Open,
  may: May,
): readonly ListAction<DocumentRow>[] {
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
        open(`${urlOf(code)}/new`);
        return false;
      },
    },
    {
      key: 'delete',
      label: t('act.delete'),
      icon: <DeleteOutlined />,
      button: '1',
      needs: 'some',
      danger: true,
      confirm: (n) => t('document.deleteAsk', { n }),
      run: async (rows) => told((await call(calls.removeBatch, { ids: idsOf(rows) })).changed),
    },
    {
      key: 'audit',
      label: t('document.audit'),
      icon: <CheckCircleOutlined />,
      button: '2',
      needs: 'some',
      confirm: (n) => t('document.auditAsk', { n }),
      run: (rows) => setStatus(code, idsOf(rows), '1'),
    },
    {
      key: 'reverse',
      label: t('document.reverse'),
      icon: <UndoOutlined />,
      button: '7',
      needs: 'some',
      confirm: (n) => t('document.reverseAsk', { n }),
      run: (rows) => setStatus(code, idsOf(rows), '0'),
    },
    ...convertActions(code, open, may),
    ...(makesProgress(code) ? [closeAction] : []),
  ];
}

const closeAction: ListAction<DocumentRow> = {
  key: 'close',
  label: t('document.forceClose'),
  icon: <StopOutlined />,
  button: '1',
  needs: 'some',
  confirm: (n) => t('document.forceCloseAsk', { n }),
  run: async (rows) => told((await call(forceClose, { ids: idsOf(rows) })).changed),
};

const convertActions = (code: KindCode, open: Open, may: May): readonly ListAction<DocumentRow>[] =>
  targetsOf(code)
    .filter((to) => may(urlOf(to), '1'))
    .map((to) => ({
      key: `convert-${to}`,
      label: convertText(to),
      icon: <SwapOutlined />,
      button: '1' as const,
      needs: 'some' as const,
      run: (rows) => {
        if (rows.every(({ status }) => convertible(code, to, status)))
          open(`${urlOf(to)}/new?from=${idsOf(rows)}`);
        else void notices().message.warning(t('document.notConvertible'));
        return false;
      },
    }));

/** What can be done with one document of a list: view, edit, copy, delete. */
export function rowActions(code: KindCode, open: Open): readonly RowAction<DocumentRow>[] {
  const url = urlOf(code);
  const goto = (place: (row: DocumentRow) => string) => (row: DocumentRow) => {
    open(place(row));
    return false;
  };
  const goods = documentKinds[code].subject !== 'money';
  const draft = ({ status }: DocumentRow): boolean => status === '0';
  return [
    {
      key: 'view',
      label: t('act.view'),
      icon: <EyeOutlined />,
      run: goto(({ id }) => `${url}/${id}`),
    },
    {
      key: 'edit',
      label: t('act.edit'),
      icon: <EditOutlined />,
      button: '1',
      shown: draft,
      run: goto(({ id }) => `${url}/${id}/edit`),
    },
    ...(goods
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
    {
      key: 'delete',
      label: t('act.delete'),
      icon: <DeleteOutlined />,
      button: '1',
      danger: true,
      shown: draft,
      confirm: () => t('document.deleteOneAsk'),
      run: async ({ id }) => told((await call(callsOf(code).remove, { id: id ?? '' })).changed),
    },
  ];
}
