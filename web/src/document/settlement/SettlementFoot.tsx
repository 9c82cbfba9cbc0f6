import { documentKinds, plain } from '@tradehouse/domain';
import type { Decimal, DocumentAmounts, HeadAmount } from '@tradehouse/domain';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { amountText } from '../../control/currency.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { weightOf } from '../lines/goodsColumns.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { numberOf } from '../draft/priced.ts';
import { AccountsDialog } from './AccountsDialog.tsx';
import { AmountInput } from './AmountInput.tsx';
import { InOwn } from './InOwn.tsx';
import { ServicesDialog } from './ServicesDialog.tsx';
import {
  dueOf,
  hasUnread,
  isUnseen,
  noticesOf,
  paidInFull,
  sharesFees,
  withAccounts,
  withPaid,
} from '../draft/settlement.ts';
import type { Part, SettlementDraft, SettlementRules } from '../draft/settlement.ts';
import { paidLabelOf } from './sides.ts';
import { useFigures } from './useFigures.ts';
import '../draft/settlement.css';

export interface FootProps {
  readonly store: GridStore<LineDraft>;
  readonly draft: SettlementDraft;
  readonly onChange: (draft: SettlementDraft) => void;
  readonly rules: SettlementRules;
  /** The document's; '' where it is the company's. */
  readonly currency: string;
  /** How much of the company's currency one of the document's is; '' where it is the same. */
  readonly exchangeRate: string;
  /** The order's deposit that is still unused; '' where there is none. */
  readonly depositLeft: string;
  /** Several accounts may pay one document. */
  readonly several: boolean;
  /** Refusals of the server by field of the body. */
  readonly errors: Readonly<Record<string, string>>;
}

const Row = ({
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

/** A line's goods as a service counts them: in base units and kilograms. */
const weighed = (line: LineDraft) => ({
  baseQuantity: numberOf(line.quantity).times(line.product?.ratio ?? 1),
  weight: weightOf(line),
});

/** There is something to share over the lines. */
const charged = ({ otherFees, freight, service }: SettlementDraft): boolean =>
  [otherFees, freight, service.value].some((text) => text !== '' && text !== '0');

/**
 * The foot of orders, receipts, outbounds and returns: discount, fees, deposit, payment, debt; all live. Who may not see what
 * it comes to says which account it goes through, and nothing else.
 */
export function SettlementFoot(props: FootProps) {
  const figures = useFigures(props.store, props.draft, props.rules, props.depositLeft);
  if (isUnseen(props.rules)) {
    return (
      <div className="sum-table paired">
        <Paying {...props} several={false} figures={figures} />
      </div>
    );
  }
  return (
    <div className="sum-table paired">
      <Charges {...props} figures={figures} />
      <Payment {...props} figures={figures} />
      <Notices {...props} figures={figures} />
    </div>
  );
}

interface SectionProps extends FootProps {
  readonly figures: DocumentAmounts;
}

/** What the sections of a foot say and do alike. */
function useFoot({ rules, draft, onChange, currency }: FootProps) {
  const own = useSettings();
  const kind = documentKinds[rules.kind];
  return {
    kind,
    has: (amount: HeadAmount): boolean => kind.amounts.includes(amount),
    // A sum beside a field that can't be read would be one of before.
    money: (value: Decimal): string =>
      hasUnread(draft) ? t('empty.none') : amountText(plain(value), currency, own),
    change: (part: Partial<SettlementDraft>): void => onChange({ ...draft, ...part }),
  };
}

/** What the goods come to: discount, services, fees, and the sum of them. */
function Charges(props: SectionProps) {
  const { draft, errors, figures } = props;
  const { kind, has, money, change } = useFoot(props);
  return (
    <>
      {has('tax') && <Row label={t('editor.foot.goods')}>{money(figures.goods)}</Row>}
      <PartRow {...props} name="discount" />
      {has('discount') && (
        <Row label={t('editor.foot.afterDiscount')}>{money(figures.afterDiscount)}</Row>
      )}
      <PartRow {...props} name="service" />
      {has('services') && <Services {...props} />}
      {errors['services'] !== undefined && <p className="sum-error">{errors['services']}</p>}
      {(['otherFees', 'freight'] as const).filter(has).map((name) => (
        <Row key={name} label={t(`editor.foot.${name}`)}>
          <AmountInput
            handsOnUnread
            label={t(`editor.foot.${name}`)}
            value={draft[name]}
            error={errors[name]}
            onChange={(value) => change({ [name]: value })}
          />
        </Row>
      ))}
      {sharesFees(kind) && charged(draft) && (
        <Row label={t('editor.foot.allocateBy')}>
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
        </Row>
      )}
      {(has('debt') || (has('services') && draft.services.length > 0)) && (
        <Row label={t('editor.foot.payable')} strong>
          {money(figures.payable)}
        </Row>
      )}
    </>
  );
}

const goodsIn = (store: SectionProps['store']) =>
  store.values().filter(({ product }) => product !== null);

/** How many services there are and what they cost; a dialog chooses them. */
function Services(props: SectionProps) {
  const { store, draft, rules, exchangeRate, figures } = props;
  const { money, change } = useFoot(props);
  const [choosing, setChoosing] = useState(false);
  return (
    <Row label={t('editor.foot.services')}>
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
          goods={goodsIn(store).map(weighed)}
          exchangeRate={exchangeRate}
          digits={rules.pricing.digits}
          onClose={() => setChoosing(false)}
          onTake={(services) => {
            setChoosing(false);
            change({ services });
          }}
        />
      )}
    </Row>
  );
}

/** A part of the sum by its rate or its amount, where the kind has it: the one follows the other. */
function PartRow({ name, ...props }: SectionProps & { readonly name: 'discount' | 'service' }) {
  const { draft, errors, figures } = props;
  const { has, change } = useFoot(props);
  if (!has(name)) return null;
  const { by, value } = draft[name];
  const rate = name === 'discount' ? figures.discountRate : figures.serviceRate;
  const amount = name === 'discount' ? figures.discount : figures.serviceCharge;
  const put = (part: Part): void => change({ [name]: part });
  return (
    <Row label={t(`editor.foot.${name}`)}>
      <span className="sum-pair">
        <AmountInput
          handsOnUnread
          label={t(`editor.foot.${name}Rate`)}
          suffix="%"
          value={by === 'rate' ? value : plain(rate)}
          onChange={(text) => put({ by: 'rate', value: text })}
        />
        <AmountInput
          handsOnUnread
          label={t(`editor.foot.${name}`)}
          value={by === 'amount' ? value : plain(amount)}
          error={errors[name]}
          onChange={(text) => put({ by: 'amount', value: text })}
        />
      </span>
    </Row>
  );
}

/** How it is paid: the order's deposit, what changes hands now, and the debt that stays. */
function Payment(props: SectionProps) {
  const { draft, depositLeft, errors, figures } = props;
  const { has, money, change } = useFoot(props);
  return (
    <>
      {has('deposit') && (depositLeft !== '' || draft.depositUsed !== '') && (
        <Row
          label={t('editor.foot.depositUsed', {
            left: money(numberOf(depositLeft === '' ? '0' : depositLeft)),
          })}
        >
          <AmountInput
            handsOnUnread
            label={t('editor.foot.deposit')}
            value={draft.depositUsed ?? plain(figures.depositUsed)}
            error={errors['depositUsed']}
            onChange={(depositUsed) => change({ depositUsed })}
          />
        </Row>
      )}
      <Paying {...props} />
      {has('paidNow') && <PaidNow {...props} />}
      {has('paidNow') && <InOwn amount={figures.paidNow} terms={props} />}
      {has('debt') && (
        <Row label={t('editor.foot.debt')} strong>
          {money(figures.debt)}
        </Row>
      )}
    </>
  );
}

/** Which account the money goes through, where there is one. */
function Paying(props: SectionProps) {
  const refused = props.errors['accountId'];
  return (
    <>
      {documentKinds[props.rules.kind].account !== null && <Accounts {...props} />}
      {refused !== undefined && <p className="sum-error">{refused}</p>}
    </>
  );
}

/** The account that pays, or the several that a dialog shares the amount over. */
function Accounts(props: SectionProps) {
  const { draft, onChange, rules, several, errors, figures } = props;
  const { change } = useFoot(props);
  const [dialog, setDialog] = useState(false);
  const shared = draft.settlements.length > 0;
  return (
    <Row label={t('editor.foot.account')}>
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
          due={plain(dueOf(figures))}
          digits={rules.pricing.digits}
          onClose={() => setDialog(false)}
          onTake={(shares) => {
            setDialog(false);
            onChange(withAccounts(draft, shares, figures));
          }}
        />
      )}
    </Row>
  );
}

/** What changes hands now; all of it may be left as debt. */
function PaidNow(props: SectionProps) {
  const { draft, onChange, errors, figures } = props;
  const { kind, has } = useFoot(props);
  const label = paidLabelOf(kind);
  return (
    <Row label={label} strong>
      {has('debt') && !figures.paidNow.isZero() && (
        <Button type="link" size="small" onClick={() => onChange(withPaid(draft, '0', figures))}>
          {t('editor.foot.onCredit')}
        </Button>
      )}
      <AmountInput
        handsOnUnread
        label={label}
        value={
          draft.settlements.length > 0 || draft.paidNow === null
            ? plain(figures.paidNow)
            : draft.paidNow
        }
        error={errors['paidNow']}
        onChange={(text) => onChange(withPaid(draft, text, figures))}
      />
    </Row>
  );
}

/** What is to be known before it is saved. */
function Notices(props: SectionProps) {
  const { draft, onChange, figures } = props;
  const { money } = useFoot(props);
  if (hasUnread(draft)) return null;
  return noticesOf(draft, figures).map((notice) => (
    <Alert
      key={notice}
      className="sum-notice"
      type={notice === 'paidKept' ? 'info' : 'error'}
      title={t(`editor.notice.${notice}`, {
        due: money(dueOf(figures)),
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
