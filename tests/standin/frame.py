"""The frame around every page: head, form with its hidden fields, menus, footer."""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime

from tests.standin.event import Style
from tests.standin.markup import as_saved, stamp, text
from tests.standin.words import words

VIEW_STATE_GENERATOR = "D5991272"
_LANGUAGES = (
    ("ARM", 28), ("AZE", 34), ("BIH", 15), ("BUL", 24), ("CAT", 9), ("CHN", 33), ("CRO", 13),
    ("CZE", 5), ("DEN", 32), ("EGY", 35), ("ENG", 1), ("ESP", 2), ("FAI", 7), ("FIN", 18),
    ("FRA", 20), ("GER", 0), ("GRE", 19), ("INA", 26), ("ITA", 16), ("JPN", 22), ("LTU", 30),
    ("MKD", 21), ("NED", 17), ("POL", 3), ("POR", 10), ("ROU", 27), ("RUS", 11), ("SRB", 14),
    ("SVK", 4), ("SWE", 6), ("TUR", 8), ("UKR", 12), ("VIE", 29),
)  # fmt: skip
_MENU = (
    ("HOME", "Default.aspx?lan={lan}", "Home"),
    ("TurnierDB", "TurnierDB.aspx?lan={lan}", "Tournament-Database"),
    ("Fotos", "Fotos.aspx?lan={lan}", "Pictures"),
    ("Forum", "FAQ.aspx?lan={lan}", "FAQ"),
    ("Anmeldung", "AnmeldungSpez.aspx?lan={lan}&amp;art=1", "Online Registration"),
    ("LiveT", "LiveTournaments.aspx?lan={lan}", "Live"),
    ("QR", "QRCodes.aspx?lan={lan}", "QR-Codes"),
)
_EMPTY_ITEMS = "\n      ".join(["<li></li>"] * 9)


def _scrambled(key: str, size: int) -> str:
    """Make a long, meaningless and repeatable text of base64 letters from a key."""
    blocks = (
        hashlib.sha256(f"{key}/{number}".encode()).digest() for number in range(size // 32 + 1)
    )
    return base64.b64encode(b"".join(blocks)[:size]).decode()


def hidden_fields(action: str, style: Style) -> dict[str, str]:
    """Give the hidden fields that the form of a page carries, by name."""
    fields = {
        "__VIEWSTATE": "/wEPDwUK" + _scrambled(f"state {action}", 1200),
        "__VIEWSTATEGENERATOR": VIEW_STATE_GENERATOR,
    }
    if style.era == "new":
        fields["__EVENTVALIDATION"] = "/wEdAA" + _scrambled(f"validation {action}", 66)
    return fields


def _form_start(action: str, style: Style) -> str:
    inputs = [
        f'<input type="hidden" name="{name}" id="{name}" value="{value}" />\n'
        for name, value in hidden_fields(action, style).items()
    ]
    escaped = action.replace("&", "&amp;")
    if style.era == "old":
        start = f'<form name="aspnetForm" method="post" action="./{escaped}" id="aspnetForm">\n'
    else:
        start = f'<form method="post" action="./{escaped}" id="form1">\n'
    return start + "\n".join(inputs)


def _menus(lan: int, mark: str) -> str:
    shown = 'style="display:inline-block;"'
    languages = "\n      ".join(
        f'<li><a id="{mark}Hyp_{code}" class="{"SelectedTab" if number == lan else "OtherTabs"}"'
        f' href="Default.aspx?lan={number}" {shown}>{code}</a></li>'
        for code, number in _LANGUAGES
    )
    entries = "\n      ".join(
        f'<li><a id="{mark}H_{key}" class="OtherTabs" href="{href.format(lan=lan)}" {shown}>'
        f"{label}</a></li>"
        for key, href, label in _MENU
    )
    return f"""\t<tr>
\t\t<td class="CR0">
\t <div  id="menu0L"  style="WIDTH: 1000px">
     <ul class="navlist">
      <li style="FLOAT: right"><a id="{mark}h_login" class="OtherTabs" href="Login.aspx?xx=0" \
{shown}>Login</a></li>
      {languages}
      <li><a id="{mark}Hyp_Font" class="OtherTabs" href="Default.aspx?id=123" {shown}>\
FontSize:11pt</a></li>
     </ul>
   </div>
\t </td>
\t</tr>
\t<tr>
\t\t<td class="CR0">
\t <div  id="menu1" style="WIDTH: 1000px">
     <ul class="navlist">
      {entries}
      {_EMPTY_ITEMS}
     </ul>
   </div>
\t </td>
\t</tr>"""


def page(
    title: str, body: str, *, style: Style, action: str, clock: datetime, error: str = ""
) -> str:
    """Put the frame around the blocks of a page.

    The data lies three layout tables deep inside the form, as on the site. `action` is the
    form's own address without `./`; `error` fills the error box, which is otherwise absent.
    """
    old = style.era == "old"
    mark = "_ctl0_" if old else ""
    lang = "" if old else ' lang="en"'
    outer = "daten" if old else "datenxx"
    panel = (
        ""
        if old
        else '<div id="P1_Panel_Grid" class="defaultDialog_ohne_Rand" style="POSITION: relative;'
        ' left: 0px; top: 0px; width: 620px;">\n     \n     \n</div>\n\n'
    )
    post_back = (
        ""
        if old
        else '\n<a id="P1_LinkButton2" href="javascript:__doPostBack(&#39;ctl00$P1$LinkButton2'
        '&#39;,&#39;&#39;)"></a>'
    )
    box = f'<div id="{mark}P_Error" class="error"><h3>{text(error)} </h3></div>' if error else ""
    node = "" if old else ", Node S1"
    year = clock.year
    whole = f"""
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html{lang} xmlns="http://www.w3.org/1999/xhtml">
<head id="{mark}Head1">
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta content="A stand-in of a server for chess results. All people and events are invented." \
name="description"/>
<meta content="chess, tournament, rating, stand-in, invented"\tname="keywords"/>
<meta name="robots" content="index, nofollow"/>
<style type="text/css"><!--
body {{ font-size: 11pt; }}
div.fed {{ width:37px; }}
.Daten {{ width:820px; }}
 --></style><link href="Styles.css" type="text/css" rel="stylesheet"/><title>
\tChess-Results Server Chess-results.com - {text(title)}
</title></head>
<body >
\t\t

{_form_start(action, style)}

<table id="{mark}kopfvisible" class="daten" cellspacing="0" cellpadding="0" border="0" width="1000">
\t<tr>
\t\t<td class="CR0">
<div id="{mark}kopf" style="WIDTH:1000px;HEIGHT:97px;position:relative;">
 <div style="top:0px; position:absolute;">
  <table id="{mark}Table3" class="daten" cellspacing="0" cellpadding="0" border="0" width="1000">
\t\t\t<tr>
\t\t\t\t<td valign="top" class="CR0" width="261"></td>
\t\t\t\t<td class="CR0" width="739" align="left"><img src="images/logo_1000x90.jpg" \
id="{mark}Image_kopfLogo" alt="Logo" /></td>
\t\t\t</tr>
\t\t</table>
 </div>
</div>
\t </td>
\t</tr>
\t<tr>
\t\t<td class="CR0">
\t <div  id="menu0" style="WIDTH: 1000px">
     <ul class="navlist">
\t\t\t<li><div id="{mark}l_user" class="userinfo">Logged on: Gast</div></li>
\t\t\t<li style="FLOAT: right"><div id="{mark}l_uinfo" class="userinfo">\
Servertime {stamp(clock)}</div></li>
     </ul>
   </div>
\t </td>
\t</tr>
{_menus(style.lan, mark)}
\t<tr>
\t\t<td class="CR0">
\t <div id="{mark}P_ImpMessage" class="info"></div>
\t {box}
   </td>
\t</tr>
\t<tr>
\t\t<td class="CR0">
   <div>

<table id="{mark}{outer}" cellspacing="0" cellpadding="0" border="0">
\t\t\t<tr valign="top">
\t\t\t\t<td width="834" class="CR0grau">
  <div id="{mark}F7" class="F7" style="PADDING:0px 0px 0px 2px;FLOAT:left;MARGIN:0px;WIDTH:834px;">


{panel}{body}{post_back}

  </div>
</td>
\t\t\t\t<td width="6" class="CR0"></td>
\t\t\t\t<td width="300" align="left" class="CR0grau">
    <div id="{mark}F8" style="PADDING: 0px; MARGIN: 0px; visibility: visible;">\
<table border="0" cellspacing="0" cellpadding="0"><tr><td class="CR0">\
<img border="0" src="images/space_160x6.png" width="160" height="6"/></td></tr></table></div>
</td>
\t\t\t</tr>
\t\t</table>
   </div>
\t </td>
\t</tr>
\t<tr>
\t\t<td class="CR0">
     <div id="fuss" style="WIDTH: 986px"><a href="Default.aspx?lan={style.lan}" target="_blank">\
<b>Chess-Tournament-Results-Server</b></a> stand-in, {words(style.lan).code}, \
CMS-Version 01.05.{year} 10:00{node}<br/>\
<a href="Impressum.aspx?lan={style.lan}">Legal details/Terms of use</a></div>
\t </td>
\t</tr>
</table>

</form>


</body>
</html>
"""
    return as_saved(whole) if style.tbody else whole
