import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DocumentReply } from '../document/shapes.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Text } from '../field.ts';
import { Changed, Closed, DecimalString, Ids, Nullable } from '../resource.ts';
import { settingsPage } from '../system/settings.ts';
import { PrintPaperChoice, PrintTemplate } from './template.ts';

/** Documents and lines per print run. */
export const MOST_PRINTED = 200;
export const MOST_PRINTED_LINES = 20_000;

const Kind = Text(40);
const {
  sources: _sources,
  children: _children,
  settlingDocuments: _settlingDocuments,
  ...own
} = DocumentReply.properties;

/** Printed document with recipient and sources; hidden amounts are null. */
export const PrintedDocument = Closed({
  ...own,
  sourceNumbers: Type.String(),
  partnerContacts: Type.String(),
  partnerPhone: Type.String(),
  partnerAddress: Type.String(),
  partnerTaxNumber: Type.String(),
  partnerBank: Type.String(),
  partnerBankAccount: Type.String(),
  /** Partner's current debt, with and without this document; null also if only some documents are visible. */
  partnerDebt: Nullable(DecimalString),
  partnerDebtBefore: Nullable(DecimalString),
});
export type PrintedDocument = Static<typeof PrintedDocument>;

const Templates = Type.Array(
  Closed({ paper: PrintPaperChoice, template: PrintTemplate, version: Type.Integer() }),
);
/** Company logo in a `data:` URL, '' without one. */
const Logo = Type.String();

/** All data of a print run. Refuses documents not yet printable. */
export const documentsToPrint = defineEndpoint({
  call: 'GET /print/documents',
  summary: 'Documents of one kind as they are printed, with the templates of the kind',
  access: { document: 'view' },
  input: Closed({ kind: Kind, ids: Ids }),
  reply: Closed({
    documents: Type.Array(PrintedDocument),
    /** Changed templates; the rest follows from the kind. */
    templates: Templates,
    logo: Logo,
    /** The external print service, '' where the platform offers none. */
    serviceUrl: Type.String(),
  }),
});

/** Logs printed documents, one entry each. */
export const recordPrinting = defineEndpoint({
  call: 'POST /print/record',
  summary: 'Tell that documents are being printed',
  access: { document: 'view' },
  whileReadOnly: ['expired'],
  input: Closed({ kind: Kind, ids: Ids, paper: PrintPaperChoice }),
  reply: Changed,
});

const edit = { page: settingsPage, button: '1' } as const;

export const printTemplates = defineEndpoint({
  call: 'GET /printTemplate/info',
  summary: "The company's templates of a kind, and its logo",
  access: { page: settingsPage },
  input: Closed({ kind: Kind }),
  reply: Closed({ templates: Templates, logo: Logo }),
});

/** `version` 0 before the first own template. */
export const updatePrintTemplate = defineEndpoint({
  call: 'PUT /printTemplate/update',
  summary: 'Change how a kind is printed on a paper',
  access: edit,
  input: Closed({
    kind: Kind,
    paper: PrintPaperChoice,
    version: Type.Integer({ minimum: 0 }),
    template: PrintTemplate,
  }),
  reply: Closed({ version: Type.Integer() }),
});

export const resetPrintTemplate = defineEndpoint({
  call: 'DELETE /printTemplate/delete',
  summary: 'Print a kind on a paper as it comes from the product again',
  access: edit,
  input: Closed({ kind: Kind, paper: PrintPaperChoice }),
  reply: Changed,
});

/** A picture in base64, at most 200 kB of text; '' takes the logo away. */
export const updatePrintLogo = defineEndpoint({
  call: 'PUT /printTemplate/logo',
  summary: "Change the company's logo on paper",
  access: edit,
  input: Closed({
    logo: Type.String({
      pattern: '^(data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2})?$',
      maxLength: 200_000,
    }),
  }),
  reply: Closed({}),
});
