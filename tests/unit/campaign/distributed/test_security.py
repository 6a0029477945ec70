"""Certificates are all there, or none is; and none without TLS."""

from pathlib import Path

import pytest
from helpers.certificates import make_certificates

from aberration.campaign.distributed.security import Certificates, security_of
from aberration.core.errors import BadInput


def test_no_certificates_without_tls() -> None:
    assert security_of(Certificates(), encrypted=False) is None
    with pytest.raises(BadInput, match="expected tls://"):
        security_of(Certificates("ca.pem"), encrypted=False)


def test_all_three_files_are_needed(tmp_path: Path) -> None:
    made = make_certificates(tmp_path)
    with pytest.raises(BadInput, match="but 2 of them came"):
        security_of(Certificates(str(made.authority), str(made.certificate)), encrypted=True)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("ca.pem", "cert.pem", "key.pem")]
    with pytest.raises(BadInput, match=r"ca\.pem: expected a file in PEM"):
        security_of(Certificates(*names), encrypted=True)


def test_files_that_are_no_certificates_are_named(tmp_path: Path) -> None:
    made = make_certificates(tmp_path)
    files = [made.authority, made.certificate, made.key]
    broken = tmp_path / "broken.pem"
    broken.write_text("-----BEGIN CERTIFICATE-----\nAA==\n")
    for place in range(3):
        names = [str(broken if at == place else file) for at, file in enumerate(files)]
        with pytest.raises(BadInput, match="in PEM, but"):
            security_of(Certificates(*names), encrypted=True)
    with pytest.raises(BadInput, match=r"broken\.pem: expected a certificate in PEM"):
        security_of(Certificates(str(broken), *map(str, files[1:])), encrypted=True)


def test_tls_without_certificates_is_refused() -> None:
    with pytest.raises(BadInput, match="but none are named"):
        security_of(Certificates(), encrypted=True)


def test_every_end_shows_its_certificate(tmp_path: Path) -> None:
    made = make_certificates(tmp_path)
    given = Certificates(str(made.authority), str(made.certificate), str(made.key))
    security = security_of(given, encrypted=True)
    assert security.require_encryption
    for role in ("client", "scheduler", "worker"):
        assert security.get_tls_config_for_role(role)["cert"] == str(made.certificate)
