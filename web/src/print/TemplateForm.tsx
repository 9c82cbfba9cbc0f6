import type { PrintTemplate } from '@tradehouse/contract';
import {
  companyFields,
  printFields,
  printLabel,
  printLanguages,
  printWord,
} from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Checkbox, Collapse, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { NumberField } from '../control/NumberField.tsx';
import { language } from '../app/session/language.ts';
import { aliasOf } from '../app/settings/propertyAliases.ts';
import { t } from '../phrase/index.ts';
import { ItemList } from './ItemList.tsx';
import { LogoField } from './LogoField.tsx';

interface Props {
  readonly code: KindCode;
  readonly template: PrintTemplate;
  readonly onChange: (template: PrintTemplate) => void;
  readonly logo: string;
}

interface TemplateSectionProps {
  readonly code: KindCode;
  readonly template: PrintTemplate;
  readonly put: (part: Partial<PrintTemplate>) => void;
}

/** Returns true for a roll: one page of any length. */
const isRoll = ({ height }: PrintTemplate): boolean => height === null;

export function TemplateForm({ code, template, onChange, logo }: Props): ReactNode {
  const put = (part: Partial<PrintTemplate>): void => onChange({ ...template, ...part });
  const section = { code, template, put };
  const sections = {
    page: <PageSection {...section} />,
    header: <HeaderSection {...section} logo={logo} />,
    facts: <FactsSection {...section} />,
    lines: <LinesSection {...section} />,
    sums: <SumsSection {...section} />,
    footer: <FooterSection {...section} />,
  };
  return (
    <Form layout="vertical" component={false}>
      <Collapse
        defaultActiveKey={['header', 'lines']}
        items={(['page', 'header', 'facts', 'lines', 'sums', 'footer'] as const).map((key) => ({
          key,
          label: t(`print.section.${key}`),
          children: sections[key],
        }))}
      />
    </Form>
  );
}

function PageSection({ template, put }: TemplateSectionProps): ReactNode {
  const { margins } = template;
  return (
    <>
      <div className="print-numbers">
        <MillimetreInput
          label={t('print.width')}
          value={template.width}
          min={40}
          max={450}
          onChange={(width) => put({ width })}
        />
        {template.height === null ? null : (
          <MillimetreInput
            label={t('print.height')}
            value={template.height}
            min={50}
            max={600}
            onChange={(height) => put({ height })}
          />
        )}
        {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
          <MillimetreInput
            key={side}
            label={t(`print.margin.${side}`)}
            value={margins[side]}
            min={0}
            max={60}
            onChange={(value) => put({ margins: { ...margins, [side]: value } })}
          />
        ))}
        <Form.Item label={t('print.fontSize')}>
          <NumberField
            isRequired
            aria-label={t('print.fontSize')}
            value={template.fontSize}
            min={5}
            max={24}
            step={0.5}
            suffix="pt"
            onChange={(size) => put({ fontSize: size ?? template.fontSize })}
          />
        </Form.Item>
      </div>
      <TemplateChoice
        label={t('print.language')}
        value={template.language}
        values={printLanguages}
        nameOf={(one) => t(`print.language.${one}`)}
        onChange={(value) => put({ language: value })}
      />
    </>
  );
}

function HeaderSection({ code, template, put, logo }: TemplateSectionProps & Pick<Props, 'logo'>) {
  const { header } = template;
  const putHeader = (part: Partial<typeof header>) => put({ header: { ...header, ...part } });
  return (
    <>
      <Form.Item label={t('print.heading')}>
        <Input
          aria-label={t('print.heading')}
          value={header.title}
          placeholder={documentKinds[code].name[language]}
          maxLength={40}
          onChange={({ target }) => putHeader({ title: target.value })}
        />
      </Form.Item>
      <Form.Item label={t('print.company')}>
        <Checkbox.Group<(typeof companyFields)[number]>
          value={[...header.company]}
          options={companyFields.map((field) => ({
            value: field,
            label: printWord(language, field),
          }))}
          onChange={(chosen) =>
            putHeader({ company: companyFields.filter((one) => chosen.includes(one)) })
          }
        />
      </Form.Item>
      <LogoField logo={logo} shown={header.logo} onShow={(shown) => putHeader({ logo: shown })} />
      <TemplateChoice
        label={t('print.code')}
        value={header.code}
        values={['none', 'barcode', 'qr']}
        nameOf={(one) => t(`print.code.${one}`)}
        onChange={(value) => putHeader({ code: value })}
      />
      {isRoll(template) ? null : (
        <Tick
          label={t('print.repeatHead')}
          value={header.repeat}
          onChange={(repeat) => putHeader({ repeat })}
        />
      )}
    </>
  );
}

const SumsSection = ({ code, template, put }: TemplateSectionProps): ReactNode => (
  <TemplateFields
    code={code}
    name={t('print.section.sums')}
    items={template.sums}
    offered={printFields(code).sums}
    onChange={(sums) => put({ sums })}
  />
);

function FactsSection({ code, template, put }: TemplateSectionProps): ReactNode {
  const { facts } = template;
  return (
    <>
      <Form.Item label={t('print.across')}>
        <NumberField
          isRequired
          aria-label={t('print.across')}
          value={facts.across}
          min={1}
          max={6}
          onChange={(across) => put({ facts: { ...facts, across: across ?? 1 } })}
        />
      </Form.Item>
      <TemplateFields
        code={code}
        name={t('print.section.facts')}
        items={facts.fields}
        offered={printFields(code).facts}
        onChange={(fields) => put({ facts: { ...facts, fields } })}
      />
    </>
  );
}

function LinesSection({ code, template, put }: TemplateSectionProps): ReactNode {
  const { lines } = template;
  const putLines = (part: Partial<typeof lines>) => put({ lines: { ...lines, ...part } });
  return (
    <>
      <ItemList
        name={t('print.section.lines')}
        items={lines.columns}
        offered={printFields(code).lines}
        nameOf={(field) => aliasOf(field) ?? printLabel(language, code, field)}
        made={(field) => ({ field, label: '', width: 0 })}
        onChange={(columns) => columns.length > 0 && putLines({ columns: [...columns] })}
      />
      <TemplateChoice
        label={t('print.layout')}
        value={lines.layout}
        values={['table', 'stacked']}
        nameOf={(one) => t(`print.layout.${one}`)}
        onChange={(layout) => putLines({ layout })}
      />
      {lines.layout === 'stacked'
        ? null
        : (['borders', 'keepEmpty', 'totals', 'pageSums'] as const)
            .filter((name) => !isRoll(template) || name !== 'pageSums')
            .map((name) => (
              <Tick
                key={name}
                label={t(`print.lines.${name}`)}
                value={lines[name]}
                onChange={(on) => putLines({ [name]: on })}
              />
            ))}
    </>
  );
}

interface NoteProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

const NoteField = ({ value, onChange }: NoteProps): ReactNode => (
  <Form.Item label={t('print.note')}>
    <Input.TextArea
      aria-label={t('print.note')}
      value={value}
      maxLength={500}
      autoSize={{ minRows: 2, maxRows: 6 }}
      onChange={({ target }) => onChange(target.value)}
    />
  </Form.Item>
);

function FooterSection({ code, template, put }: TemplateSectionProps): ReactNode {
  const { footer } = template;
  const putFooter = (part: Partial<typeof footer>) => put({ footer: { ...footer, ...part } });
  return (
    <>
      <TemplateFields
        code={code}
        name={t('print.signs')}
        items={footer.signs}
        offered={printFields(code).signs}
        onChange={(signs) => putFooter({ signs })}
      />
      <NoteField value={footer.note} onChange={(note) => putFooter({ note })} />
      {(['agreement', 'repeat', 'pageNumbers', 'printTime'] as const)
        .filter((name) => !isRoll(template) || (name !== 'repeat' && name !== 'pageNumbers'))
        .map((name) => (
          <Tick
            key={name}
            label={t(`print.footer.${name}`)}
            value={footer[name]}
            onChange={(on) => putFooter({ [name]: on })}
          />
        ))}
    </>
  );
}

interface LabelledField<Field extends string> {
  field: Field;
  label: string;
}

interface TemplateFieldsProps<Field extends string> {
  readonly code: KindCode;
  readonly name: string;
  readonly items: readonly LabelledField<Field>[];
  readonly offered: readonly Field[];
  readonly onChange: (items: LabelledField<Field>[]) => void;
}

/** Edits a kind's fields with the company's labels. */
const TemplateFields = <Field extends string>({
  code,
  name,
  items,
  offered,
  onChange,
}: TemplateFieldsProps<Field>): ReactNode => (
  <ItemList
    name={name}
    items={items}
    offered={offered}
    nameOf={(field) => printLabel(language, code, field)}
    made={(field) => ({ field, label: '' })}
    onChange={(changed) => onChange([...changed])}
  />
);

interface TemplateChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly onChange: (value: Value) => void;
}

const TemplateChoice = <Value extends string>({
  label,
  value,
  values,
  nameOf,
  onChange,
}: TemplateChoiceProps<Value>): ReactNode => (
  <Form.Item label={label}>
    <Select<Value>
      aria-label={label}
      value={value}
      options={values.map((one) => ({ value: one, label: nameOf(one) }))}
      onChange={onChange}
    />
  </Form.Item>
);

interface MillimetreInputProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

const MillimetreInput = ({ label, value, min, max, onChange }: MillimetreInputProps): ReactNode => (
  <Form.Item label={label}>
    <NumberField
      isRequired
      aria-label={label}
      value={value}
      min={min}
      max={max}
      suffix="mm"
      onChange={(next) => onChange(next ?? min)}
    />
  </Form.Item>
);

interface TickProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

const Tick = ({ label, value, onChange }: TickProps): ReactNode => (
  <div>
    <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)}>
      {label}
    </Checkbox>
  </div>
);
