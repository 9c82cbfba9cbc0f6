import type { DocumentReply, MoneyDocumentInput } from '@tradehouse/contract';
import { moneyDocuments } from '@tradehouse/contract';
import { computeMoneyDocument } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { useCallback, useMemo, useRef, useState } from 'react';
import { call, newKey } from '../../app/client.ts';
import { useSettings } from '../../app/settings.ts';
import { t } from '../../phrase/index.ts';
import { isKeyReused, isStale, noRefusal, pardoned, placeRefusal } from '../document/refusals.ts';
import type { Refusal } from '../document/refusals.ts';
import type { SaveResult } from '../document/useGoodsForm.ts';
import { gridStore } from '../grid/gridStore.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { settle } from '../grid/keys.ts';
import type { Shape } from '../grid/sheet.ts';
import { useLatest } from '../grid/useLatest.ts';
import { useStore } from '../grid/useStore.ts';
import { numberOf } from '../lines/priced.ts';
import { lineOfReply, lineToMoneyInput, moneyColumns } from './moneyLine.ts';
import type { SettledLine } from './moneyLine.ts';

/** The head of a receipt or payment while it is being written. */
export interface MoneyHead {
  readonly id: string | null;
  readonly version: number | null;
  readonly number: string;
  readonly time: string | null;
  readonly partnerId: string | null;
  readonly partnerName: string;
  readonly handlerId: string | null;
  readonly accountId: string | null;
  readonly discount: string;
  readonly remark: string;
  readonly attachments: NonNullable<MoneyDocumentInput['attachments']>;
}

export interface MoneyStart {
  readonly head: MoneyHead;
  readonly lines: readonly SettledLine[];
}

export const blankMoney = (accountId: string | null): MoneyStart => ({
  head: {
    id: null,
    version: null,
    number: '',
    time: null,
    partnerId: null,
    partnerName: '',
    handlerId: null,
    accountId,
    discount: '',
    remark: '',
    attachments: [],
  },
  lines: [],
});

export const moneyFromReply = (reply: DocumentReply): MoneyStart => ({
  head: {
    id: reply.id,
    version: reply.version,
    number: reply.number,
    time: reply.time,
    partnerId: reply.partnerId,
    partnerName: reply.partnerName,
    handlerId: reply.handlerId,
    accountId: reply.accountId,
    discount: numberOf(reply.discount).isZero() ? '' : (reply.discount ?? ''),
    remark: reply.remark,
    attachments: reply.attachments,
  },
  lines: reply.lines.map(lineOfReply),
});

const moneyInput = (
  code: MoneyKindCode,
  head: MoneyHead,
  lines: readonly SettledLine[],
  audited: boolean,
): MoneyDocumentInput => ({
  kind: code,
  ...(head.number === '' ? {} : { number: head.number }),
  ...(head.time === null ? {} : { time: head.time }),
  partnerId: head.partnerId,
  ...(head.handlerId === null ? {} : { handlerId: head.handlerId }),
  remark: head.remark,
  status: audited ? '1' : '0',
  ...(head.attachments.length === 0 ? {} : { attachments: head.attachments }),
  accountId: head.accountId,
  ...(head.discount === '' ? {} : { discount: head.discount }),
  lines: lines.map(lineToMoneyInput),
});

export interface MoneyForm {
  readonly head: MoneyHead;
  readonly setHead: (change: Partial<MoneyHead>) => void;
  readonly store: GridStore<SettledLine>;
  readonly shape: Shape<SettledLine>;
  readonly dirty: boolean;
  readonly refusal: Refusal;
  readonly saving: boolean;
  readonly key: () => string;
  readonly save: (audited: boolean, version?: number) => Promise<SaveResult>;
  readonly restart: (start: MoneyStart, key?: string) => void;
  readonly renewKey: () => void;
}

/** A row with nothing to settle: lines come from the list of debts only, so it is never made by typing. */
const noLine: SettledLine = {
  line: null,
  settledDocumentId: null,
  number: '',
  debt: '0',
  settled: '0',
  open: '0',
  amount: '',
  remark: '',
};

/** Head and lines of a receipt or payment, and the way they are saved. */
export function useMoneyForm(code: MoneyKindCode, start: MoneyStart): MoneyForm {
  const { currencyDigits } = useSettings();
  const [head, setWhole] = useState(start.head);
  const [store] = useState(() => gridStore(start.lines));
  const [edited, setEdited] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(noRefusal);
  const [saving, setSaving] = useState(false);
  const key = useRef(newKey());
  const busy = useRef(false);
  const latest = useLatest(head);
  const touched = useStore(store, () => store.sheet().past.length > 0);
  const shape = useMemo<Shape<SettledLine>>(
    () => ({
      columns: moneyColumns(currencyDigits),
      blank: () => noLine,
      isBlank: () => false,
      fixed: true,
    }),
    [currencyDigits],
  );

  const restart = useCallback(
    (next: MoneyStart, withKey?: string) => {
      store.reset(next.lines);
      setWhole(next.head);
      setEdited(false);
      setRefusal(noRefusal);
      key.current = withKey ?? newKey();
    },
    [store],
  );

  const save = async (audited: boolean, version?: number): Promise<SaveResult> => {
    if (busy.current) return { result: 'refused' };
    settle(store, shape);
    store.change(pardoned);
    const { rows } = store.sheet();
    const problem = problemOf(latest(), store, currencyDigits);
    if (problem !== null) {
      setRefusal(problem);
      return { result: 'refused' };
    }
    busy.current = true;
    setSaving(true);
    setRefusal(noRefusal);
    try {
      const { id, version: known } = latest();
      const input = moneyInput(
        code,
        latest(),
        rows.map(({ value }) => value),
        audited,
      );
      const options = { key: key.current, quiet: true };
      const saved =
        id === null
          ? await call(moneyDocuments.add, input, options)
          : await call(
              moneyDocuments.update,
              { ...input, id, version: version ?? known ?? 0 },
              options,
            );
      key.current = newKey();
      return { result: 'saved', id: saved.id, number: saved.number };
    } catch (error) {
      if (isStale(error)) return { result: 'stale' };
      if (isKeyReused(error)) return { result: 'keyReused' };
      setRefusal(
        placeRefusal(
          error,
          store,
          rows.map((row) => row.key),
          'amount',
        ),
      );
      return { result: 'refused' };
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  return {
    head,
    setHead: (change) => {
      setWhole((before) => ({ ...before, ...change }));
      setEdited(true);
    },
    store,
    shape,
    dirty: edited || touched,
    refusal,
    saving,
    key: useCallback(() => key.current, []),
    save,
    restart,
    renewKey: () => {
      key.current = newKey();
    },
  };
}

/** Total of the lines and what changes hands after the discount. */
export const moneyFigures = (lines: readonly SettledLine[], discount: string, digits: number) =>
  computeMoneyDocument(
    lines.map(({ amount }) => numberOf(amount)),
    numberOf(discount),
    digits,
  );

function problemOf(head: MoneyHead, store: GridStore<SettledLine>, digits: number): Refusal | null {
  const field = (name: string, message: string): Refusal => ({
    message,
    fields: { [name]: message },
  });
  if (head.partnerId === null) return field('partnerId', t('editor.save.noPartner'));
  if (store.values().length === 0) return { message: t('editor.save.noLines'), fields: {} };
  if (head.accountId === null) return field('accountId', t('editor.save.noAccount'));
  const { paidNow, total } = moneyFigures(store.values(), head.discount, digits);
  if (paidNow.isNegative() && !total.isNegative())
    return field('discount', t('money.discountTooHigh'));
  const wrong = store.sheet().rows.some((row) => Object.keys(row.wrong).length > 0);
  return wrong ? { message: t('editor.save.wrongCells'), fields: {} } : null;
}
