import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

/** A mail as a person would write it; `from` and `to` may have a name before the address in angle brackets. */
export type Letter = { from: string; to: string; subject: string; text: string; headers?: Record<string, string> };

const addressIn = (text: string): string => /<(.+)>/.exec(text)?.[1] ?? text;

/** Delivers a mail to the receiver of the installation, as the mail server of a domain does; returns its Message-ID. */
export async function mail({ from, to, subject, text, headers = {} }: Letter): Promise<string> {
  const messageId = `<${randomUUID()}@mail.example>`;
  const head = {
    From: from,
    To: to,
    Subject: subject,
    Date: new Date().toUTCString(),
    "Message-ID": messageId,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    ...headers,
  };
  // A line with only a dot would end the mail.
  const body = text.split("\n").map((line) => line.replace(/^\./, ".."));
  const lines = [...Object.entries(head).map(([name, value]) => `${name}: ${value}`), "", ...body, "."];
  const socket = connect(Number(process.env.STAFFROOM_MAIL_IN_PORT), "127.0.0.1");
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const heard = async (code: string) => {
    for (;;) {
      const { value } = await answers.next();
      if (!value?.startsWith(code)) throw new Error(`The receiver of mail says: ${value ?? "nothing"}`);
      if (value[3] !== "-") return;
    }
  };
  const say = async (command: string, code: string) => {
    socket.write(`${command}\r\n`);
    await heard(code);
  };
  try {
    await once(socket, "connect");
    await heard("220");
    await say("EHLO mail.example", "250");
    await say(`MAIL FROM:<${addressIn(from)}>`, "250");
    await say(`RCPT TO:<${addressIn(to)}>`, "250");
    await say("DATA", "354");
    await say(lines.join("\r\n"), "250");
    await say("QUIT", "221");
  } finally {
    socket.destroy();
  }
  return messageId;
}
