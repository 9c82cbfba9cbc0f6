import { moneyDocuments } from '@tradehouse/contract';
import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { Input, Radio } from 'antd';
import { useState } from 'react';
import { call, newKey } from '../../app/net/client.ts';
import { CallError } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { amountText, digitsOf } from '../../control/currency.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { TimeField } from '../form/DocumentHead.tsx';
import { HeadField } from '../form/HeadField.tsx';
import { RefusalAlert } from '../form/RefusalAlert.tsx';
import { numberOf } from '../draft/priced.ts';
import { AmountInput } from '../settlement/AmountInput.tsx';
import { accountLabelOf, sideOf } from '../settlement/sides.ts';
import { settleProblem } from './moneyLine.ts';
import { besideTitle, settledTitle } from './moneyTitles.ts';

interface Props {
  /** The kind of document that gives the deposit back. */
  readonly code: MoneyKindCode;
  readonly order: DocumentReply;
  readonly onClose: (changed: boolean) => void;
}

interface Given {
  /** It is not given back, but kept for what is bought later. */
  readonly kept: boolean;
  readonly accountId: string | null;
  readonly time: string | null;
  readonly amount: string;
  readonly remark: string;
}
/** What is given back: all that is left, until another amount is typed. */
const begun = ({ accountId, depositLeft }: DocumentReply): Given => ({
  kept: false,
  accountId,
  time: null,
  amount: depositLeft ?? '0',
  remark: '',
});

const bodyOf = (
  kind: Props['code'],
  { id, partnerId, currency, exchangeRate }: Props['order'],
  { kept, accountId, time, amount, remark }: Given,
) => ({
  kind,
  partnerId,
  currency,
  exchangeRate,
  accountId: kept ? null : accountId,
  remark,
  ...(time === null ? {} : { time }),
  lines: [{ settledDocumentId: id, amount }, ...(kept ? [{ amount: `-${amount}` }] : [])],
});

/** What is given back, and what makes a document of it. */
function useGivingBack({ code, order, onClose }: Props) {
  const [key] = useState(newKey);
  const [given, setGiven] = useState(() => begun(order));
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [busy, run] = useBusy();
  const save = async (): Promise<void> => {
    try {
      const body = bodyOf(code, order, given);
      const { number } = await call(moneyDocuments.add, body, { key, quiet: true });
      void notices().message.success(t('document.saved', { number }));
      onClose(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error);
    }
  };
  const change = (part: Partial<Given>): void => setGiven({ ...given, ...part });
  return { given, change, refusal, busy, save: () => run(save) };
}

const givingBack = (code: MoneyKindCode): string =>
  t(`money.giveBack.${sideOf(documentKinds[code]) === 'receive' ? 'receive' : 'pay'}`);

/** Gives back what is left of an order's deposit, or a part of it, or keeps it for later, in the order's own currency and at its rate. */
export function GiveBackDialog(props: Props) {
  const { code, order } = props;
  const { given, change, refusal, busy, save } = useGivingBack(props);
  const open = order.depositLeft ?? '0';
  const digits = digitsOf(open, order.currency, useSettings());
  const title = givingBack(code);
  const problem = settleProblem({ amount: given.amount, open }, digits);
  return (
    <ChoiceModal
      width={520}
      title={`${title} · ${order.number}`}
      okText={given.kept ? besideTitle(code) : title}
      okDisabled={
        busy ||
        problem !== null ||
        (given.accountId === null && !given.kept) ||
        !numberOf(given.amount).gt(0)
      }
      typed={given.amount !== open || given.remark !== '' || given.kept}
      onOk={() => void save()}
      onCancel={() => props.onClose(false)}
    >
      {refusal !== null && <RefusalAlert message={refusal.message} />}
      <Fields {...props} given={given} refusal={refusal} problem={problem} onChange={change} />
    </ChoiceModal>
  );
}

interface FieldsProps extends Props {
  readonly given: Given;
  readonly refusal: CallError | null;
  readonly problem: string | null;
  readonly onChange: (part: Partial<Given>) => void;
}

function Fields({ code, order, given, refusal, problem, onChange }: FieldsProps) {
  const own = useSettings();
  const account = accountLabelOf(documentKinds[code]);
  const at = (name: string): string | undefined =>
    refusal?.facts.field === name ? refusal.message : undefined;
  return (
    <div className="document-head give-back">
      <HeadField label={t('document.depositLeft')}>
        <strong>{amountText(order.depositLeft ?? '0', order.currency, own)}</strong>
      </HeadField>
      <HeadField label={settledTitle(code, 'amount')} required>
        <AmountInput
          size="middle"
          label={settledTitle(code, 'amount')}
          value={given.amount}
          error={problem ?? at('amount')}
          onChange={(amount) => onChange({ amount })}
        />
      </HeadField>
      <HeadField label={t('money.giveBack.how')}>
        <Radio.Group
          aria-label={t('money.giveBack.how')}
          value={given.kept}
          onChange={(event) => onChange({ kept: event.target.value === true })}
          options={[
            { value: false, label: givingBack(code) },
            { value: true, label: besideTitle(code) },
          ]}
        />
      </HeadField>
      {!given.kept && (
        <HeadField label={account} required error={at('accountId')}>
          <AccountSelect
            aria-label={account}
            value={given.accountId}
            onChange={(accountId) => onChange({ accountId })}
          />
        </HeadField>
      )}
      <HeadField label={t('document.time')} error={at('time')}>
        <TimeField
          label={t('document.time')}
          value={given.time}
          error={at('time')}
          onChange={(time) => onChange({ time })}
        />
      </HeadField>
      <HeadField label={t('document.remark')}>
        <Input
          aria-label={t('document.remark')}
          maxLength={1000}
          value={given.remark}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </HeadField>
    </div>
  );
}
