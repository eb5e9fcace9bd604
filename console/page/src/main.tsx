import { render } from "preact";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/pages.css";
import { App } from "./app.tsx";
import { startStream } from "./live/stream.ts";
import { startKeys } from "./ui/keys.tsx";
import { startNavigation } from "./ui/navigation.tsx";
import { startSettings } from "./ui/settings.ts";

startSettings();
startNavigation();
startKeys();
startStream("/v1/stream");

const page = document.getElementById("page");
if (page) render(<App />, page);
