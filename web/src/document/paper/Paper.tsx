import { choiceLabel, plainHead } from '@tradehouse/contract';
import type { DocumentReply, SettingsReply } from '@tradehouse/contract';
import { documentKinds, plain, prepaidPart, takesDeposit } from '@tradehouse/domain';
import type { HeadAmount } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { Attachments } from '../../control/Attachments.tsx';
import { amountText, inOwnText, isForeign } from '../../control/currency.ts';
import { percentText, quantityText, timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import { accountLabelOf, bonusLabelOf, paidLabelOf } from '../settlement/sides.ts';
import { partnerLabel, remarkLabel } from '../form/DocumentHead.tsx';
import { PaperLines } from './PaperLines.tsx';

type Fact = readonly [label: string, value: string];

/** The company's own currency goes without saying. */
const currencyFacts = (
  { currency, exchangeRate }: DocumentReply,
  own: SettingsReply,
): readonly Fact[] =>
  currency === own.currency
    ? []
    : [
        [t('document.currency'), currency],
        [t('document.exchangeRate'), exchangeRate],
      ];

/** How a bill is to be paid and until when. */
const dueFacts = ({ kind, paymentKind, dueOn }: DocumentReply): readonly Fact[] => [
  ...(paymentKind === null
    ? []
    : [
        [
          labelOf({ id: kind }, 'paymentKind'),
          choiceLabel(language, 'paymentKind', paymentKind),
        ] as const,
      ]),
  [labelOf({ id: kind }, 'dueOn'), dueOn ?? ''],
];

/** Who wrote it, or asks for the goods, and who approved it. */
const writers = (reply: DocumentReply, timeZone: string): readonly Fact[] => [
  ...(documentKinds[reply.kind].asks
    ? [
        [t('document.applicant'), reply.creatorName] as const,
        [t('document.department'), reply.institutionName] as const,
      ]
    : [[t('document.creator'), reply.creatorName] as const]),
  ...(reply.auditedAt === null
    ? []
    : [
        [t('document.approver'), reply.auditorName] as const,
        [t('document.approvedAt'), timeText(reply.auditedAt, timeZone)] as const,
      ]),
];

function factsOf(reply: DocumentReply, settings: SettingsReply): readonly Fact[] {
  const kind = documentKinds[reply.kind];
  return [
    ...(kind.partner === null ? [] : [[partnerLabel(kind), reply.partnerName] as const]),
    [t('document.time'), timeText(reply.time, settings.timeZone)],
    [t('document.number'), reply.number],
    [t('document.salespeople'), reply.salespersonNames],
    [t(kind.subject === 'money' ? 'money.finance' : 'document.handler'), reply.handlerName],
    ...plainHead.names.map(
      (name) => [labelOf({ id: reply.kind }, name), reply[name] ?? ''] as const,
    ),
    ...dueFacts(reply),
    ...(reply.travels ? [[t('document.travels'), t('document.travels.twoSteps')] as const] : []),
    ...currencyFacts(reply, settings),
    ...writers(reply, settings.timeZone),
  ];
}

interface PaperProps {
  readonly reply: DocumentReply;
}

/** A saved document as it stands on paper, on screen and in print. */
export function Paper({ reply }: PaperProps) {
  const settings = useSettings();
  return (
    <article className="paper">
      <h2>{documentKinds[reply.kind].name[language]}</h2>
      <p className="paper-company">{settings.companyName}</p>
      <dl className="paper-facts">
        {factsOf(reply, settings)
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <PaperLines reply={reply} />
      <div className="paper-foot">
        <PaperNotes reply={reply} />
        <PaperSums reply={reply} />
      </div>
      <PaperSigns reply={reply} />
    </article>
  );
}

function PaperNotes({ reply: { kind: code, remark, attachments } }: PaperProps) {
  const { saleAgreement } = useSettings();
  const kind = documentKinds[code];
  return (
    <div>
      {remark !== '' && (
        <p>
          {remarkLabel(kind)}: {remark}
        </p>
      )}
      {attachments.length > 0 && (
        <div className="no-print">
          <Attachments value={attachments} biz="bill" />
        </div>
      )}
      {kind.trade?.side === 'sale' && saleAgreement !== '' && <p>{saleAgreement}</p>}
    </div>
  );
}

const PaperSigns = ({ reply: { creatorName, auditorName } }: PaperProps) => (
  <div className="paper-signs">
    <span>
      {t('document.signMaker')}: {creatorName}
    </span>
    <span>
      {t('document.signApprover')}: {auditorName}
    </span>
    <span>{t('document.signReceiver')}: ________________</span>
  </div>
);

type Text = (value: string | null) => string;
type Has = (amount: HeadAmount) => boolean;

const some = (value: string | null): boolean => value === null || !/^-?0(\.0+)?$/.test(value);

/** What the goods come to, and what is added and taken off until it can be paid. */
function dues(reply: DocumentReply, has: Has, text: Text): readonly (Fact | null)[] {
  const rate = some(reply.discountRate) ? `${percentText(reply.discountRate)} · ` : '';
  const money = documentKinds[reply.kind].subject === 'money';
  return [
    has('tax') ? [t('editor.foot.goods'), text(reply.totalAmount)] : null,
    money && has('discount') ? [t('money.total'), text(reply.totalAmount)] : null,
    has('discount') && some(reply.discount)
      ? [t('editor.foot.discount'), `${rate}${text(reply.discount)}`]
      : null,
    has('service') && some(reply.serviceCharge)
      ? [t('editor.foot.service'), text(reply.serviceCharge)]
      : null,
    ...reply.services.map(({ name, quantity, fee, amount }): Fact => [
      `${name} ${quantityText(quantity)} × ${text(fee)}`,
      text(amount),
    ]),
    has('otherFees') && some(reply.otherFees)
      ? [t('editor.foot.otherFees'), text(reply.otherFees)]
      : null,
    has('freight') && some(reply.freight) ? [t('editor.foot.freight'), text(reply.freight)] : null,
    has('debt') || has('change') || reply.services.length > 0
      ? [t(has('change') ? 'editor.cash.due' : 'editor.foot.payable'), text(reply.payable)]
      : null,
  ];
}

/** What of the company's own currency an amount in another is. */
function inOwn(terms: DocumentReply, amount: string | null, own: SettingsReply): Fact | null {
  const text = inOwnText(amount, terms, own);
  return text === null ? null : [t('document.inOwn', { currency: own.currency }), text];
}

/** How it was paid. */
function payments(
  reply: DocumentReply,
  has: Has,
  text: Text,
  own: SettingsReply,
): readonly (Fact | null)[] {
  const kind = documentKinds[reply.kind];
  const { accountName, settlements } = reply;
  const prepaid = reply.payment === 'prepaid';
  const paid = takesDeposit(kind) ? reply.depositTaken : reply.paidNow;
  return [
    has('deposit') && some(reply.depositUsed)
      ? [t('editor.foot.deposit'), text(reply.depositUsed)]
      : null,
    prepaid
      ? [
          t('document.payment'),
          t('editor.cash.prepaid', {
            left: text(reply.payable === null ? null : plain(prepaidPart(reply))),
          }),
        ]
      : null,
    some(reply.bonus) ? [bonusLabelOf(kind), text(reply.bonus)] : null,
    // One account that pays a part says how much.
    ...(settlements.length >= (prepaid ? 1 : 2)
      ? settlements.map((part): Fact => [part.accountName, text(part.amount)])
      : [accountName === '' ? null : ([accountLabelOf(kind), accountName] as const)]),
    has('paidNow') && !has('change') ? [paidLabelOf(kind), text(paid)] : null,
    has('paidNow') ? inOwn(reply, paid, own) : null,
    takesDeposit(kind) && some(reply.depositTaken) && reply.depositLeft !== reply.depositTaken
      ? [t('document.depositLeft'), text(reply.depositLeft)]
      : null,
  ];
}

/** What was handed over at the till, or is still owed. */
function rest(reply: DocumentReply, has: Has, text: Text): readonly (Fact | null)[] {
  const till = has('change') && reply.payment !== 'prepaid';
  const settled = has('debt') && some(reply.settled);
  return [
    till ? [t('editor.cash.received'), text(reply.received)] : null,
    till ? [t('editor.cash.change'), text(reply.changeGiven)] : null,
    has('debt') ? [t('editor.foot.debt'), text(reply.debt)] : null,
    settled ? [t('document.settled'), text(reply.settled)] : null,
    settled ? [t('document.openDebt'), text(reply.openDebt)] : null,
  ];
}

/** What the rates of two days made of what it takes of others: not in its own currency, but in the company's. */
const exchange = (
  { kind, currency, exchangeDifference }: DocumentReply,
  own: SettingsReply,
): Fact | null =>
  isForeign(currency, own) && some(exchangeDifference)
    ? [
        labelOf({ id: kind }, 'exchangeDifference'),
        amountText(exchangeDifference, own.currency, own),
      ]
    : null;

/** Sums that are 0 say nothing, except those a reader looks for. */
function PaperSums({ reply }: PaperProps) {
  const own = useSettings();
  const has: Has = (amount) => documentKinds[reply.kind].amounts.includes(amount);
  const text: Text = (value) => amountText(value, reply.currency, own);
  return (
    <div className="sum-table">
      {[
        ...[dues, payments, rest].flatMap((part) => part(reply, has, text, own)),
        exchange(reply, own),
      ]
        .filter((row) => row !== null)
        .map(([label, value]) => (
          <div key={label} className="sum-row">
            <span>{label}</span>
            <span>{value}</span>
          </div>
        ))}
    </div>
  );
}
