import { documentKinds, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, DocumentAmounts, HeadAmount } from '@tradehouse/domain';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { amountText } from '../../control/currency.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { weightOfLine } from '../lines/goodsColumns.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { AccountsDialog } from './AccountsDialog.tsx';
import { AmountInput } from './AmountInput.tsx';
import { InOwn } from './InOwn.tsx';
import { ServicesDialog } from './ServicesDialog.tsx';
import {
  dueAfterDeposit,
  hasUnread,
  isUnseen,
  collectSettlementNotices,
  paidInFull,
  sharesFees,
  withAccounts,
  withPaid,
} from '../draft/settlement.ts';
import type { SettlementPart, SettlementDraft, SettlementRules } from '../draft/settlement.ts';
import { paidLabelOf } from './sides.ts';
import { useSettlementFigures } from './useFigures.ts';
import '../draft/settlement.css';

export interface SettlementFootProps {
  readonly store: GridStore<LineDraft>;
  readonly draft: SettlementDraft;
  readonly onChange: (draft: SettlementDraft) => void;
  readonly rules: SettlementRules;
  /** Document's currency; '' for the company's own. */
  readonly currency: string;
  /** Exchange rate from the document's currency to the company's; '' if equal. */
  readonly exchangeRate: string;
  /** Order's unused deposit; '' if none. */
  readonly depositLeft: string;
  /** True if several accounts may pay one document. */
  readonly several: boolean;
  /** Refusals of the server by field of the body. */
  readonly errors: Readonly<Record<string, string>>;
}

const SettlementFootRow = ({
  label,
  children,
  strong,
}: {
  label: string;
  children: ReactNode;
  strong?: boolean;
}) => (
  <div className={strong ? 'sum-row strong' : 'sum-row'}>
    <span>{label}</span>
    <span>{children}</span>
  </div>
);

/** Returns a line's goods for service fees: in base units and kilograms. */
const toServiceGoods = (line: LineDraft) => ({
  baseQuantity: decimalFromDraft(line.quantity).times(line.product?.ratio ?? 1),
  weight: weightOfLine(line),
});

/** Checks for charges to share over the lines. */
const hasSharedCharges = ({ otherFees, freight, service }: SettlementDraft): boolean =>
  [otherFees, freight, service.value].some((text) => text !== '' && text !== '0');

/**
 * Foot of orders, receipts, outbounds and returns: discount, fees, deposit, payment and debt, all live.
 * Users without access to the total only choose the account.
 */
export function SettlementFoot(props: SettlementFootProps) {
  const figures = useSettlementFigures(props.store, props.draft, props.rules, props.depositLeft);
  if (isUnseen(props.rules)) {
    return (
      <div className="sum-table paired">
        <Paying {...props} several={false} figures={figures} />
      </div>
    );
  }
  return (
    <div className="sum-table paired">
      <div>
        <Charges {...props} figures={figures} />
      </div>
      <div>
        <Payable {...props} figures={figures} />
        <Payment {...props} figures={figures} />
      </div>
      <SettlementNotices {...props} figures={figures} />
    </div>
  );
}

interface SettlementSectionProps extends SettlementFootProps {
  readonly figures: DocumentAmounts;
}

/** Shared state and texts of the foot's sections. */
function useFoot({ rules, draft, onChange, currency }: SettlementFootProps) {
  const own = useSettings();
  const kind = documentKinds[rules.kind];
  return {
    kind,
    has: (amount: HeadAmount): boolean => kind.amounts.includes(amount),
    // With an unreadable field, the sum beside would be outdated.
    money: (value: Decimal): string =>
      hasUnread(draft) ? t('empty.none') : amountText(toPlainDecimal(value), currency, own),
    change: (part: Partial<SettlementDraft>): void => onChange({ ...draft, ...part }),
  };
}

/** Charges of the goods: discount, services and fees. */
function Charges(props: SettlementSectionProps) {
  const { draft, errors, figures } = props;
  const { kind, has, money, change } = useFoot(props);
  return (
    <>
      {has('tax') && (
        <SettlementFootRow label={t('editor.foot.goods')}>{money(figures.goods)}</SettlementFootRow>
      )}
      <PartRow {...props} name="discount" />
      {has('discount') && (
        <SettlementFootRow label={t('editor.foot.afterDiscount')}>
          {money(figures.afterDiscount)}
        </SettlementFootRow>
      )}
      <PartRow {...props} name="service" />
      {has('services') && <Services {...props} />}
      {errors['services'] !== undefined && <p className="sum-error">{errors['services']}</p>}
      {(['otherFees', 'freight'] as const).filter(has).map((name) => (
        <SettlementFootRow key={name} label={t(`editor.foot.${name}`)}>
          <AmountInput
            currency={props.currency}
            label={t(`editor.foot.${name}`)}
            value={draft[name]}
            error={errors[name]}
            onChange={(value) => change({ [name]: value })}
          />
        </SettlementFootRow>
      ))}
      {sharesFees(kind) && hasSharedCharges(draft) && (
        <SettlementFootRow label={t('editor.foot.allocateBy')}>
          <Select
            size="small"
            style={{ width: 150 }}
            aria-label={t('editor.foot.allocateBy')}
            value={draft.allocateBy}
            options={(['amount', 'weight', 'quantity'] as const).map((value) => ({
              value,
              label: t(`editor.foot.allocateBy.${value}`),
            }))}
            onChange={(allocateBy) => change({ allocateBy })}
          />
        </SettlementFootRow>
      )}
    </>
  );
}

/** The sum of all charges heads the payment, at the same position for every kind. */
function Payable(props: SettlementSectionProps) {
  const { draft, figures } = props;
  const { has, money } = useFoot(props);
  if (!has('debt') && !(has('services') && draft.services.length > 0)) return null;
  return (
    <SettlementFootRow label={t('editor.foot.payable')} strong>
      {money(figures.payable)}
    </SettlementFootRow>
  );
}

const goodsIn = (store: SettlementSectionProps['store']) =>
  store.values().filter(({ product }) => product !== null);

/** Shows number and cost of services; a dialog edits the services. */
function Services(props: SettlementSectionProps) {
  const { store, draft, rules, exchangeRate, figures } = props;
  const { money, change } = useFoot(props);
  const [choosing, setChoosing] = useState(false);
  return (
    <SettlementFootRow label={t('editor.foot.services')}>
      <Button type="link" size="small" onClick={() => setChoosing(true)}>
        {draft.services.length === 0
          ? t('editor.foot.services.choose')
          : t('editor.foot.services.count', {
              count: draft.services.length,
              amount: money(figures.serviceFees),
            })}
      </Button>
      {choosing && (
        <ServicesDialog
          services={draft.services}
          goods={goodsIn(store).map(toServiceGoods)}
          exchangeRate={exchangeRate}
          digits={rules.pricing.digits}
          currency={props.currency}
          onClose={() => setChoosing(false)}
          onTake={(services) => {
            setChoosing(false);
            change({ services });
          }}
        />
      )}
    </SettlementFootRow>
  );
}

/** Edits a part of the sum by rate or amount, if the kind has the part; either follows the other. */
function PartRow({
  name,
  ...props
}: SettlementSectionProps & { readonly name: 'discount' | 'service' }) {
  const { draft, errors, figures } = props;
  const { has, change } = useFoot(props);
  if (!has(name)) return null;
  const { by, value } = draft[name];
  const rate = name === 'discount' ? figures.discountRate : figures.serviceRate;
  const amount = name === 'discount' ? figures.discount : figures.serviceCharge;
  const put = (part: SettlementPart): void => change({ [name]: part });
  return (
    <SettlementFootRow label={t(`editor.foot.${name}`)}>
      <span className="sum-pair">
        <AmountInput
          label={t(`editor.foot.${name}Rate`)}
          suffix="%"
          value={by === 'rate' ? value : toPlainDecimal(rate)}
          onChange={(text) => put({ by: 'rate', value: text })}
        />
        <AmountInput
          currency={props.currency}
          label={t(`editor.foot.${name}`)}
          value={by === 'amount' ? value : toPlainDecimal(amount)}
          error={errors[name]}
          onChange={(text) => put({ by: 'amount', value: text })}
        />
      </span>
    </SettlementFootRow>
  );
}

/** Shows the order's deposit, the present payment, and the remaining debt. */
function Payment(props: SettlementSectionProps) {
  const { draft, depositLeft, errors, figures } = props;
  const { has, money, change } = useFoot(props);
  return (
    <>
      {has('deposit') && (depositLeft !== '' || draft.depositUsed !== '') && (
        <SettlementFootRow
          label={t('editor.foot.depositUsed', {
            left: money(decimalFromDraft(depositLeft === '' ? '0' : depositLeft)),
          })}
        >
          <AmountInput
            currency={props.currency}
            label={t('editor.foot.deposit')}
            value={draft.depositUsed ?? toPlainDecimal(figures.depositUsed)}
            error={errors['depositUsed']}
            onChange={(depositUsed) => change({ depositUsed })}
          />
        </SettlementFootRow>
      )}
      <Paying {...props} />
      {has('paidNow') && <PaidNow {...props} />}
      {has('paidNow') && <InOwn amount={figures.paidNow} terms={props} />}
      {has('debt') && (
        <SettlementFootRow label={t('editor.foot.debt')} strong>
          {money(figures.debt)}
        </SettlementFootRow>
      )}
    </>
  );
}

/** Selects the account, if any. */
function Paying(props: SettlementSectionProps) {
  const refused = props.errors['accountId'];
  return (
    <>
      {documentKinds[props.rules.kind].account !== null && <Accounts {...props} />}
      {refused !== undefined && <p className="sum-error">{refused}</p>}
    </>
  );
}

/** Selects the paying account, or several by a dialog that splits the amount. */
function Accounts(props: SettlementSectionProps) {
  const { draft, onChange, rules, several, errors, figures } = props;
  const { change } = useFoot(props);
  const [dialog, setDialog] = useState(false);
  const shared = draft.settlements.length > 0;
  return (
    <SettlementFootRow label={t('editor.foot.account')}>
      {shared ? (
        <Button type="link" onClick={() => setDialog(true)}>
          {t('editor.foot.accounts', { count: draft.settlements.length })}
        </Button>
      ) : (
        <AccountSelect
          aria-label={t('editor.foot.account')}
          status={errors['accountId'] === undefined ? '' : 'error'}
          size="small"
          style={{ width: 150 }}
          value={draft.accountId}
          onChange={(accountId) => change({ accountId })}
        />
      )}
      {several && !shared && (
        <Button type="link" size="small" onClick={() => setDialog(true)}>
          {t('editor.foot.several')}
        </Button>
      )}
      {dialog && (
        <AccountsDialog
          accountId={draft.accountId}
          shares={draft.settlements}
          due={toPlainDecimal(dueAfterDeposit(figures))}
          digits={rules.pricing.digits}
          currency={props.currency}
          onClose={() => setDialog(false)}
          onTake={(shares) => {
            setDialog(false);
            onChange(withAccounts(draft, shares, figures));
          }}
        />
      )}
    </SettlementFootRow>
  );
}

/** Edits the present payment; all may remain as debt. */
function PaidNow(props: SettlementSectionProps) {
  const { draft, onChange, errors, figures } = props;
  const { kind, has } = useFoot(props);
  const label = paidLabelOf(kind);
  return (
    <SettlementFootRow label={label} strong>
      {has('debt') && !figures.paidNow.isZero() && (
        <Button type="link" size="small" onClick={() => onChange(withPaid(draft, '0', figures))}>
          {t('editor.foot.onCredit')}
        </Button>
      )}
      <AmountInput
        currency={props.currency}
        label={label}
        value={
          draft.settlements.length > 0 || draft.paidNow === null
            ? toPlainDecimal(figures.paidNow)
            : draft.paidNow
        }
        error={errors['paidNow']}
        onChange={(text) => onChange(withPaid(draft, text, figures))}
      />
    </SettlementFootRow>
  );
}

function SettlementNotices(props: SettlementSectionProps) {
  const { draft, onChange, figures } = props;
  const { money } = useFoot(props);
  if (hasUnread(draft)) return null;
  return collectSettlementNotices(draft, figures).map((notice) => (
    <Alert
      key={notice}
      className="sum-notice"
      type={notice === 'paidKept' ? 'info' : 'error'}
      title={t(`editor.notice.${notice}`, {
        due: money(dueAfterDeposit(figures)),
        payable: money(figures.payable),
        missing: money(figures.change.abs()),
      })}
      action={
        notice === 'paidKept' ? (
          <Button size="small" onClick={() => onChange(paidInFull(draft))}>
            {t('editor.notice.payAll')}
          </Button>
        ) : undefined
      }
    />
  ));
}
