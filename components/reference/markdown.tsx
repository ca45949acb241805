import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode, useId } from "react";
import { anchorOf } from "@/lib/reference/search";
import { cx } from "../ui/style";
import { Table } from "../ui/table";

/** The page of a text. HTML in it is shown as it is written. */
export function Markdown({ text }: { text: string }) {
  return <Blocks tokens={lexer(text)} />;
}

/** By the word after the fence. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "curl",
  js: "JavaScript",
  ts: "TypeScript",
  python: "Python",
};

const isProgram = (token: Token | undefined): token is Tokens.Code =>
  token?.type === "code" && Object.hasOwn(LANGUAGES, token.lang);

/** Programs in a row are one program in several languages. */
function Blocks({ tokens }: { tokens: readonly Token[] }) {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (token.type === "space") continue;
    const last = groups.at(-1);
    if (isProgram(token) && isProgram(last?.[0])) last?.push(token);
    else groups.push([token]);
  }
  let heading = "";
  return groups.map((group, index) => {
    const [first] = group;
    if (first?.type === "heading") heading = first.text;
    const programs = group.filter(isProgram);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change.
      <Fragment key={index}>
        {programs.length > 1 ? <Programs programs={programs} /> : first && block(first as MarkedToken, heading)}
      </Fragment>
    );
  });
}

const inline = (tokens: readonly Token[] | undefined) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change.
  tokens?.map((token, index) => <Fragment key={index}>{block(token as MarkedToken, "")}</Fragment>);

/** `heading` is the last one before a table, whose label it becomes. */
function block(token: MarkedToken, heading: string): ReactNode {
  switch (token.type) {
    case "heading": {
      const Heading = `h${token.depth}` as "h1";
      return <Heading id={token.depth === 1 ? undefined : anchorOf(token.text)}>{inline(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "code":
      return <Code text={token.text} className={cx(codeFrame, token.lang === "text" && picture)} />;
    case "table":
      return <MarkdownTable table={token} label={heading} />;
    case "list": {
      const List = token.ordered ? "ol" : "ul";
      return <List>{inline(token.items)}</List>;
    }
    case "list_item":
      return (
        <li>
          <Blocks tokens={token.tokens} />
        </li>
      );
    case "link":
      return <a href={token.href}>{inline(token.tokens)}</a>;
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "codespan":
      return <code>{token.text}</code>;
    case "text":
      return token.tokens ? inline(token.tokens) : token.text;
    case "escape":
      return token.text;
    default:
      return token.raw;
  }
}

/** Long lines wrap. */
function Code({ text, className }: { text: string; className: string }) {
  return (
    <pre className={cx("px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap", className)}>
      <code>{text}</code>
    </pre>
  );
}

const codeFrame = "rounded-card border border-line bg-panel";

/** It may be drawn with letters, which have to fit on a phone. */
const picture = "max-sm:text-[0.7rem]";

/** Names break only where they have to. On a phone, the name of a column is above its cell. */
const wholeNames = "md:[&_th]:wrap-normal! max-md:[&_td]:flex-col! max-md:[&_td]:gap-0! max-md:[&_td]:before:w-auto!";

function Programs({ programs }: { programs: readonly Tokens.Code[] }) {
  const id = useId();
  return (
    <div data-part="programs">
      {programs.map(({ lang = "", text }, index) => (
        <details key={lang} name={id} open={index === 0}>
          <summary>{LANGUAGES[lang]}</summary>
          <Code text={text} className="my-0! border-t border-line" />
        </details>
      ))}
    </div>
  );
}

/** If it is too wide, the keyboard can scroll it. */
function MarkdownTable({ table: { header, rows }, label }: { table: Tokens.Table; label: string }) {
  const names = header.map(({ text }) => text);
  return (
    <Table className={cx("my-4", wholeNames)} role="region" aria-label={label} tabIndex={0} names={names}>
      {rows.map(([first, ...cells]) => (
        <tr key={first?.text}>
          <th scope="row">{inline(first?.tokens)}</th>
          {cells.map(({ tokens }, column) => (
            <td key={names[column + 1]} data-label={names[column + 1]}>
              <span className="max-w-full">{inline(tokens)}</span>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
